// Over https, or on this machine, the pages can be installed and the last seen sheet opens without a connection.
"use strict";
navigator.serviceWorker?.register("/worker.js").catch(() => { /* refused by this browser: it goes without */ });
