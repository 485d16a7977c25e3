// Written by Understudy: the runtime of generated code. Do not edit: `understudy update` writes it anew.
/* eslint-disable */
// biome-ignore-all lint: compiled
// @ts-nocheck as it is compiled: its types are declared beside it
// src/sdk/browser/events/tracked-event.ts
/** An event that an earlier page has left, or null where the text is none of ours. */
function readEvent(text) {
	try {
		const event = JSON.parse(text);
		return [
			event?.id,
			event?.name,
			event?.time
		].every((member) => typeof member === "string") ? event : null;
	} catch {
		return null;
	}
}
// src/sdk/browser/events/event-queue.ts
/** The most that waits to be sent. Bytes are those of the events' JSON. */
var queueLimits = {
	events: 1e3,
	bytes: 262144
};
/** As UTF-8. */
var bytesOf = (text) => new TextEncoder().encode(text).length;
/**
* Events that are not confirmed yet, oldest first, each in the page's storage under a name of its own: pages that are open
* side by side never overwrite each other's, and what a page leaves behind the next one takes over, ids and all.
*/
var EventQueue = class {
	constructor(storage, prefix, log) {
		this.entries = /* @__PURE__ */ new Map();
		this.bytes = 0;
		this.storage = storage;
		this.prefix = prefix;
		this.log = log;
	}
	get size() {
		return this.entries.size;
	}
	add(event) {
		const text = JSON.stringify(event);
		this.storage.set(this.prefix + event.id, text);
		this.insert(event, bytesOf(text), false);
	}
	/** Takes over what earlier pages have left. */
	adopt() {
		const left = this.storage.names().filter((name) => name.startsWith(this.prefix)).flatMap((name) => this.readLeft(name)).sort((a, b) => a.event.time < b.event.time ? -1 : 1);
		for (const { event, bytes } of left) this.insert(event, bytes, true);
	}
	/** The oldest events that are not in `busy`: at most so many, and so many bytes of JSON. */
	next(most, mostBytes, busy) {
		const chosen = [];
		let bytes = 0;
		for (const [id, entry] of [...this.entries]) {
			if (busy.has(id) || this.forgetSent(entry)) continue;
			bytes += entry.bytes + 1;
			if (chosen.length === most || bytes > mostBytes) break;
			chosen.push(entry.event);
		}
		return chosen;
	}
	remove(ids) {
		for (const id of ids) {
			const entry = this.entries.get(id);
			if (entry === void 0) continue;
			this.entries.delete(id);
			this.bytes -= entry.bytes;
			this.storage.remove(this.prefix + id);
		}
	}
	/** Puts an event behind all others. */
	putLast(id) {
		const entry = this.entries.get(id);
		if (entry === void 0) return;
		this.entries.delete(id);
		this.entries.set(id, entry);
	}
	insert(event, bytes, isAdopted) {
		if (this.entries.has(event.id)) return;
		this.entries.set(event.id, {
			event,
			bytes,
			isAdopted
		});
		this.bytes += bytes;
		while (this.entries.size > queueLimits.events || this.bytes > queueLimits.bytes) this.dropOldest();
	}
	dropOldest() {
		this.log.warnOnce(`More than ${queueLimits.events} events or ${queueLimits.bytes / 1024} KiB wait to be sent; the oldest are dropped.`);
		for (const id of this.entries.keys()) {
			this.remove([id]);
			return;
		}
	}
	readLeft(name) {
		const text = this.storage.get(name);
		const event = text === null ? null : readEvent(text);
		const bytes = bytesOf(text ?? "");
		if (event !== null && this.prefix + event.id === name && bytes <= 32768) return [{
			event,
			bytes
		}];
		this.storage.remove(name);
		return [];
	}
	/** An adopted event that is no longer stored was confirmed to the page that it came from. */
	forgetSent({ event, isAdopted }) {
		if (!isAdopted || this.storage.get(this.prefix + event.id) !== null) return false;
		this.remove([event.id]);
		return true;
	}
};
// src/sdk/browser/platform/backoff.ts
/** Exponential backoff with full jitter: any time up to `firstMs` doubled with every failure, at most `mostMs`. In ms. */
function backoff(failures, firstMs, mostMs) {
	return Math.random() * Math.min(mostMs, firstMs * 2 ** Math.min(failures, 30));
}
// src/sdk/browser/platform/request.ts
/** An answer's status where it is a redirect, of which the browser tells no more. */
var redirected = 0;
/** The longest that a request may take, in ms. */
var timeoutMs = 3e4;
/**
* Sends a request without cookies. Never rejects. No redirect is followed: the service is where it is said to be, and what followed one
* might be asked by GET. `stop` calls it off.
*/
async function request(url, options = {}, stop = new AbortController()) {
	const address = url.replace(/\?.*/, "");
	const timer = setTimeout(() => stop.abort(), timeoutMs);
	try {
		const { signal } = stop;
		const response = await fetch(url, {
			...options,
			credentials: "omit",
			redirect: "manual",
			signal
		});
		return {
			address,
			kind: "answer",
			status: response.status,
			etag: response.headers.get("etag"),
			retryAfterMs: retryAfterMs(response.headers.get("retry-after")),
			body: parsed(await response.text())
		};
	} catch {
		return {
			address,
			kind: "unreachable"
		};
	} finally {
		clearTimeout(timer);
	}
}
function parsed(text) {
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
}
/** RFC 9110, 10.2.3: seconds, or a date. At most an hour is waited. */
function retryAfterMs(header) {
	if (header === null) return 0;
	const ms = /^\d+$/.test(header) ? Number(header) * 1e3 : Date.parse(header) - Date.now();
	return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 36e5) : 0;
}
/** Whether the same request may succeed later. */
var isPassing = (outcome) => outcome.kind === "unreachable" || outcome.status === 408 || outcome.status === 429 || outcome.status >= 500;
/**
* Whether the service itself refuses for good: it always says why. What does not is the page of a proxy, or of a network that wants one
* to sign in; the service was not asked.
*/
var isRefusal = (outcome) => !isPassing(outcome) && detailOf(outcome) !== void 0;
/** Whether something in front of the service does not let the request through, perhaps for what is in it. */
var isStopped = (outcome) => outcome.kind === "answer" && outcome.status >= 400 && !isPassing(outcome) && !isRefusal(outcome);
/** The longest pause, in ms, while something else answers in place of the service. */
var otherMs = 3e5;
/** How long to wait before a request goes again, in ms: up to `mostMs` and jitter, never less than the server asks for. */
function pauseAfter(outcome, failures, firstMs, mostMs) {
	const asked = outcome.kind === "answer" ? outcome.retryAfterMs : 0;
	return Math.max(asked, backoff(failures, firstMs, isPassing(outcome) ? mostMs : otherMs));
}
/**
* The service's own words: a problem (RFC 9457) with a `code`, which those of others have not. Not about a method that was not ours: a
* redirect has made a GET of a POST.
*/
function detailOf(outcome) {
	if (outcome.kind === "unreachable" || outcome.status < 400 || outcome.status === 405) return void 0;
	const { code, detail } = outcome.body ?? {};
	return typeof code === "string" && typeof detail === "string" ? detail : void 0;
}
/** What went wrong, for the console. */
function problemOf(outcome) {
	const { address } = outcome;
	if (outcome.kind === "unreachable") return `${address} can't be reached: check client.serviceUrl and the network`;
	const detail = detailOf(outcome);
	const said = outcome.status === redirected ? "with a redirect" : outcome.status;
	return detail === void 0 ? `${address} answered ${said}, but not as the service does: check client.serviceUrl and what is in front of it` : `${outcome.status}: ${detail}`;
}
// src/sdk/browser/version.ts
/** What this runtime calls itself on the wire: `sdk` in sessions and events. */
var sdk = {
	name: "browser",
	version: "1.0.0-beta.8"
};
// src/sdk/browser/events/event-sender.ts
var batchSize = 20;
/** The longest that an event waits for others, in ms. */
var batchMs = 5e3;
/** How often a key that was refused is tried, in ms: it comes back only where somebody puts it back. */
var unknownKeyMs = 6e4;
/** Browsers take 64 KiB of requests that outlive the page, all together; some is left for what surrounds the events. */
var outlivingBytes = 6e4;
/** Sends what is queued, one batch at a time; what is not confirmed stays queued and goes again, ids unchanged. */
var EventSender = class {
	constructor(queue, url, log) {
		this.sending = /* @__PURE__ */ new Set();
		this.due = Number.POSITIVE_INFINITY;
		this.isBusy = false;
		this.isHeld = false;
		this.most = batchSize;
		this.failures = 0;
		this.queue = queue;
		this.url = url;
		this.log = log;
	}
	/** Something was queued: a full batch goes now, less of it within five seconds; after failures it waits its turn. */
	onQueued() {
		if (this.isBusy || this.queue.size === 0) return;
		if (!((this.failures > 0 || this.isHeld) && this.due !== Number.POSITIVE_INFINITY)) this.sendIn(this.failures === 0 && this.queue.size >= batchSize ? 0 : batchMs);
	}
	/** The network is back, or an earlier page's events are there: no need to wait. */
	wake() {
		this.failures = 0;
		if (this.isBusy || this.queue.size === 0) return;
		this.sendIn(0);
	}
	/** The page is seen again, or the service has answered: what failed is tried again, unless the server has asked to wait. */
	tryAgain() {
		if (this.failures > 0 && !this.isHeld) this.wake();
	}
	/** The page may end now: as much as may outlive it is handed over. It stays queued, and stored, until it is confirmed. */
	flushOnHide() {
		const handedOver = new Set(this.sending);
		let left = outlivingBytes;
		for (;;) {
			const events = this.queue.next(batchSize, left, handedOver);
			if (events.length === 0 || !this.handOver(events)) return;
			left -= bytesOf(bodyOf(events));
			for (const { id } of events) handedOver.add(id);
		}
	}
	handOver(events) {
		if (canOutlive()) {
			this.post(events).then((outcome) => this.onHandedOver(outcome));
			return true;
		}
		return typeof navigator.sendBeacon === "function" && navigator.sendBeacon(this.url, bodyOf(events));
	}
	/** One of several at once: what one is told of waiting holds for all. */
	onHandedOver(outcome) {
		if (isKept(outcome) && outcome.kind === "answer" && outcome.retryAfterMs > 0) {
			this.isHeld = true;
			this.arm(retryMs$1(outcome, this.failures));
		} else this.onQueued();
	}
	sendIn(ms) {
		if (performance.now() + ms >= this.due) return;
		this.arm(ms);
	}
	arm(ms) {
		clearTimeout(this.timer);
		this.due = performance.now() + ms;
		this.timer = setTimeout(() => void this.send(), ms);
	}
	async send() {
		this.due = Number.POSITIVE_INFINITY;
		this.isHeld = false;
		if (this.isBusy) return;
		const events = this.queue.next(this.most, outlivingBytes, this.sending);
		if (events.length === 0) return;
		this.isBusy = true;
		const outcome = await this.post(events);
		this.isBusy = false;
		this.onOutcome(outcome, events);
	}
	onOutcome(outcome, events) {
		if (isStopped(outcome)) this.sendLess(events);
		if (isKept(outcome)) {
			this.isHeld = outcome.kind === "answer" && outcome.retryAfterMs > 0;
			this.arm(retryMs$1(outcome, this.failures));
			this.failures += 1;
		} else {
			this.failures = 0;
			this.most = batchSize;
			this.onQueued();
		}
	}
	/** One of the events may be what is not let through: the others must not wait for it. */
	sendLess(events) {
		this.most = Math.ceil(events.length / 2);
		const [alone, ...others] = events;
		if (alone !== void 0 && others.length === 0) this.queue.putLast(alone.id);
	}
	/** Sends the events; those that the server has decided on leave the queue. */
	async post(events) {
		const ids = events.map(({ id }) => id);
		for (const id of ids) this.sending.add(id);
		const outcome = await request(this.url, {
			method: "POST",
			body: bodyOf(events),
			keepalive: true
		});
		for (const id of ids) this.sending.delete(id);
		if (isUnknownKey(outcome)) this.log.warnOnce(`Events wait until the API key is known again, or exchanged: ${problemOf(outcome)}`);
		else if (isKept(outcome) && !isPassing(outcome)) this.log.warnOnce(`Events wait: ${problemOf(outcome)}. They are sent again.`);
		if (isKept(outcome)) return outcome;
		this.queue.remove(ids);
		this.tellRefused(outcome, events.length);
		return outcome;
	}
	tellRefused(outcome, count) {
		if (outcome.kind !== "answer") return;
		if (outcome.status >= 400) this.log.warn(`${count} events were refused and are dropped: ${problemOf(outcome)}`);
		const rejected = outcome.body?.rejected;
		for (const one of Array.isArray(rejected) ? rejected : []) this.log.warnOnce(`An event was refused: ${one?.code}, ${one?.detail}`);
	}
};
function bodyOf(events) {
	return JSON.stringify({
		sentAt: (/* @__PURE__ */ new Date()).toISOString(),
		sdk,
		events
	});
}
/** Whether fetch knows requests that outlive the page. */
var canOutlive = () => typeof Request === "function" && "keepalive" in Request.prototype;
/** Nothing is wrong with the events: the page that comes with the exchanged key takes them over. */
var isUnknownKey = (outcome) => isRefusal(outcome) && outcome.kind === "answer" && outcome.status === 401;
/** The server says what it has accepted. */
var isTaken = (outcome) => outcome.kind === "answer" && outcome.status < 400 && typeof outcome.body?.accepted === "number";
var isKept = (outcome) => isUnknownKey(outcome) || !(isTaken(outcome) || isRefusal(outcome));
/** About a second after the first failure, up to half a minute, or some minutes where something else answers. */
var retryMs$1 = (outcome, failures) => isUnknownKey(outcome) ? unknownKeyMs : pauseAfter(outcome, failures, 1e3, 3e4);
// src/sdk/browser/platform/uuid.ts
/** A random UUID (RFC 9562, version 4), also where `crypto.randomUUID` is missing: pages on plain http have none. */
function uuid() {
	const source = globalThis.crypto;
	if (typeof source?.randomUUID === "function") return source.randomUUID();
	const bytes = /* @__PURE__ */ new Uint8Array(16);
	if (typeof source?.getRandomValues === "function") source.getRandomValues(bytes);
	else for (let at = 0; at < 16; at += 1) bytes[at] = Math.random() * 256;
	return Array.from(bytes, (byte, at) => marked(byte, at).toString(16).padStart(2, "0")).join("").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
/** The version in the seventh byte, the variant in the ninth. */
function marked(byte, at) {
	if (at === 6) return byte & 15 | 64;
	return at === 8 ? byte & 63 | 128 : byte;
}
// src/sdk/browser/events/check-event.ts
/** `<group>/<action>`, as the server checks it; a test holds it to core's. */
var eventNamePattern = /^[A-Za-z0-9._-]{1,64}\/[A-Za-z0-9._-]{1,64}$/;
var pairNames = [
	"pair1",
	"pair2",
	"pair3"
];
/** Why an event can't be sent, or null where it can. */
function problemOfEvent(name, metadata) {
	if (typeof name !== "string" || !eventNamePattern.test(name)) return "its name must be <group>/<action>, each 1 to 64 letters, digits, '.', '_' or '-'";
	if (name.startsWith("system/")) return "the group \"system\" is reserved";
	return metadata === void 0 || metadata === null ? null : problemOfMetadata(metadata);
}
function problemOfMetadata(metadata) {
	if (typeof metadata !== "object" || metadata === null) return "its metadata must be an object with pair1 to pair3";
	const unknown = Object.keys(metadata).filter((name) => !pairNames.some((known) => known === name));
	if (unknown.some((name) => /^pair\d+$/.test(name))) return "it has more than 3 metadata pairs";
	if (unknown.length > 0) return `its metadata may have pair1, pair2 and pair3 only, not "${unknown[0]}"`;
	const wrong = Object.entries(metadata).find(([, pair]) => pair !== void 0 && !isPair(pair));
	return wrong === void 0 ? null : `${wrong[0]} must be {key, value} with a key of 1 to 64 and a value of 0 to 256 characters`;
}
function isPair(pair) {
	if (typeof pair !== "object" || pair === null) return false;
	const { key, value, ...more } = pair;
	return typeof key === "string" && key.length > 0 && key.length <= 64 && typeof value === "string" && value.length <= 256 && Object.keys(more).length === 0;
}
/** A copy of the pairs that are there: what the page does to its object later changes no event. Undefined without any. */
function copyMetadata(metadata) {
	const pairs = pairNames.flatMap((name) => {
		const pair = metadata?.[name];
		return pair === void 0 ? [] : [[name, {
			key: pair.key,
			value: pair.value
		}]];
	});
	return pairs.length === 0 ? void 0 : Object.fromEntries(pairs);
}
// src/sdk/browser/events/event-tracker.ts
/** Makes events of what the page tracks, and holds them until it is known whose they are. */
var EventTracker = class {
	constructor(log, onEvents) {
		this.waiting = [];
		this.person = null;
		this.sessionId = null;
		this.isWaiting = true;
		this.isOff = false;
		this.log = log;
		this.onEvents = onEvents;
	}
	/** Tracks one event at this moment; what can't be sent is told by one console.warn. Never throws. */
	track(name, metadata, experienceId) {
		try {
			const problem = problemOfEvent(name, metadata);
			if (problem === null) this.take(draftOf(name, metadata, experienceId));
			else this.log.warn(`The event ${JSON.stringify(name)} is not sent: ${problem}.`);
		} catch (error) {
			this.log.warn(`The event is not sent: ${error.message}`);
		}
	}
	/**
	* A session starts for this person. Events that wait for a first session are theirs; those of somebody else are sent as they
	* are.
	*/
	begin(person) {
		if (this.person !== null) this.release();
		this.isOff = false;
		this.person = person;
		this.sessionId = null;
		this.isWaiting = true;
	}
	/** The session is there, or is not waited for any longer. */
	settle(sessionId) {
		this.sessionId = sessionId;
		this.isWaiting = false;
		this.release();
	}
	/** Without a key nothing is sent, nor kept. */
	switchOff() {
		this.isOff = true;
		this.waiting = [];
	}
	/** Hands on what waits, where it is known whose it is. */
	release() {
		const { person, sessionId } = this;
		if (person === null || this.waiting.length === 0) return;
		const owner = ownerOf(person, sessionId);
		const events = this.waiting.map((draft) => ({
			...draft,
			...owner
		}));
		this.waiting = [];
		this.onEvents(events);
	}
	take(draft) {
		if (this.isOff) return;
		this.waiting.push(draft);
		if (this.waiting.length > queueLimits.events) {
			this.waiting.shift();
			this.log.warnOnce(`More than ${queueLimits.events} events wait for a session; the oldest are dropped.`);
		}
		if (!this.isWaiting) this.release();
	}
};
function draftOf(name, metadata, experienceId) {
	const pairs = copyMetadata(metadata);
	return {
		id: uuid(),
		name,
		time: (/* @__PURE__ */ new Date()).toISOString(),
		...experienceId === void 0 ? {} : { experienceId },
		...pairs === void 0 ? {} : { metadata: pairs }
	};
}
function ownerOf({ userId, anonymousId }, sessionId) {
	const session = sessionId === null ? {} : { sessionId };
	return userId === null ? {
		anonymousId,
		...session
	} : {
		userId,
		...session
	};
}
// src/sdk/browser/platform/device.ts
var isId = (text) => text !== null && text.length > 0 && text.length <= 200;
/** The id kept under this name; made and kept the first time. */
function keptId(storage, name) {
	const kept = storage.get(name);
	if (isId(kept)) return kept;
	const made = uuid();
	storage.set(name, made);
	return made;
}
/** This browser. Its id is one for all Spaces, and stays over reloads. */
function deviceOf(storage) {
	const locale = short(() => navigator.language);
	const timeZone = short(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
	return {
		id: keptId(storage, "understudy:device"),
		platform: "web",
		...locale === void 0 ? {} : { locale },
		...timeZone === void 0 ? {} : { timeZone }
	};
}
function short(read) {
	try {
		return read()?.slice(0, 64) || void 0;
	} catch {
		return;
	}
}
// src/sdk/browser/platform/listeners.ts
/** Who wants to hear of changes. A listener that throws is told in the console and stops nobody else. */
var Listeners = class {
	constructor() {
		this.all = /* @__PURE__ */ new Set();
	}
	/** Gives the way to stop listening. */
	add(listener) {
		const entry = { listener };
		this.all.add(entry);
		return () => void this.all.delete(entry);
	}
	tell(message) {
		for (const entry of [...this.all]) {
			if (!this.all.has(entry)) continue;
			try {
				entry.listener(message);
			} catch (error) {
				console.error(error);
			}
		}
	}
};
// src/sdk/browser/platform/log.ts
/** What the page's developer is told. `…Once`: each text once a client, so that nothing floods the console. */
var Log = class {
	constructor() {
		this.said = /* @__PURE__ */ new Set();
	}
	error(text) {
		console.error(`[understudy] ${text}`);
	}
	warn(text) {
		console.warn(`[understudy] ${text}`);
	}
	errorOnce(text) {
		if (this.isNew(text)) this.error(text);
	}
	warnOnce(text) {
		if (this.isNew(text)) this.warn(text);
	}
	isNew(text) {
		if (this.said.has(text)) return false;
		if (this.said.size < 200) this.said.add(text);
		return true;
	}
};
// src/sdk/browser/platform/page-life.ts
/** Hears what happens to the page; nothing outside of a browser. */
function watchPage({ onHide, onLeave, onReturn, onSeen, onOnline }) {
	if (typeof addEventListener !== "function" || typeof document === "undefined") return;
	document.addEventListener("visibilitychange", () => {
		if (document.visibilityState === "hidden") onHide();
		else onSeen();
	});
	addEventListener("pagehide", () => {
		onHide();
		onLeave();
	});
	addEventListener("pageshow", ({ persisted }) => {
		if (persisted) onReturn();
	});
	addEventListener("online", onOnline);
}
// src/sdk/browser/platform/page-storage.ts
/**
* The browser's localStorage; memory where it is blocked or missing, and where it is full until there is room again. Never throws.
*/
function pageStorage() {
	const memory = /* @__PURE__ */ new Map();
	const attempt = (body, instead) => {
		try {
			const storage = globalThis.localStorage;
			return storage === void 0 || storage === null ? instead : body(storage);
		} catch {
			return instead;
		}
	};
	const keep = (name, text) => {
		const kept = attempt((storage) => {
			storage.setItem(name, text);
			return true;
		}, false);
		if (kept) memory.delete(name);
		return kept;
	};
	/**
	* What found no room before, but for an id that another tab has kept meanwhile. One that finds none now, either, is tried again
	* later, with those behind it.
	*/
	const keepLeft = () => {
		for (const [name, text] of memory) if (!attempt((storage) => storage.getItem(name) !== null, false) && !keep(name, text)) return;
	};
	return {
		get: (name) => memory.get(name) ?? attempt((storage) => storage.getItem(name), null),
		set: (name, text) => {
			const kept = keep(name, text);
			if (kept) keepLeft();
			else memory.set(name, text);
			return kept;
		},
		remove: (name) => {
			memory.delete(name);
			attempt((storage) => storage.removeItem(name), void 0);
			keepLeft();
		},
		names: () => [...memory.keys(), ...attempt((storage) => Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? ""), [])]
	};
}
// src/sdk/browser/states/read-states.ts
var isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** The states of an answer, or of fallbacks, by id; null where they are none. One that is broken is left out: its fallback serves. */
function readStates(body) {
	if (!isObject(body) || !isObject(body.states)) return null;
	const read = /* @__PURE__ */ new Map();
	for (const [id, raw] of Object.entries(body.states)) {
		const state = readState(raw);
		if (state !== null) read.set(id, state);
	}
	return read;
}
function readState(raw) {
	if (!isObject(raw) || typeof raw.enabled !== "boolean" || !isObject(raw.data)) return null;
	const { enabled, data, children } = raw;
	if (children === void 0) return {
		enabled,
		data
	};
	if (!Array.isArray(children)) return null;
	return {
		enabled,
		data,
		children: children.filter(isChild)
	};
}
var isChild = (raw) => isObject(raw) && typeof raw.id === "string" && typeof raw.typeId === "string";
// src/sdk/browser/session/live-updates.ts
/** How often states are asked for where nothing streams, and the longest pause after failures; in ms, jitter aside. */
var pollMs = 3e4;
/** The first pause after a stream that had worked has ended: a server that restarts is soon back. */
var lostStreamMs = 2e3;
var longestPollMs = 3e5;
/** So many failures in a row, and the stream is given up for polling. */
var streamTries = 3;
/** A stream says something as soon as it is there: one that is silent for so long is held back on its way; in ms. */
var silentMs = 3e4;
/** Follows a session's states while it is on: by EventSource, and by polling with ETags where that fails. */
var LiveUpdates = class {
	constructor(parts) {
		this.sessionId = null;
		this.on = false;
		this.etag = null;
		this.source = null;
		this.streamFailures = 0;
		this.hasStreamed = false;
		this.looks = 0;
		this.fetching = null;
		this.again = false;
		this.fetchFailures = 0;
		this.heldUntil = 0;
		this.lost = 0;
		this.isGone = false;
		this.parts = parts;
	}
	/** Follows this session's states from now on; null: nobody's. */
	follow(sessionId) {
		this.disconnect();
		this.sessionId = sessionId;
		this.fetching = null;
		this.again = false;
		this.isGone = false;
		this.heldUntil = 0;
		this.etag = null;
		this.hasStreamed = false;
		this.looks = 0;
		this.connect();
	}
	switch(on) {
		this.on = on;
		this.disconnect();
		this.connect();
	}
	resume() {
		if (this.isGone && this.timer !== void 0) return;
		this.connect();
		if (this.on && this.fetchFailures > 0 && !this.isGone) this.later(0);
	}
	connect() {
		if (!this.on || this.sessionId === null || this.source !== null) return;
		this.streamFailures = 0;
		if (this.isGone) this.timer = setTimeout(this.parts.onGone, 500 + backoff(this.lost, 500, 6e4));
		else if (typeof EventSource === "function") this.stream(this.sessionId);
		else this.poll();
	}
	/** Lets go of the connection until `resume`. */
	disconnect() {
		this.source?.close();
		this.source = null;
		clearTimeout(this.timer);
		clearTimeout(this.silence);
		this.timer = void 0;
	}
	stream(sessionId) {
		const source = this.open(sessionId);
		if (source === null) this.poll();
		else this.listen(source);
	}
	listen(source) {
		this.source = source;
		this.awaitWord();
		let isFirst = true;
		source.addEventListener("open", () => {
			isFirst = true;
		});
		source.addEventListener("states", (message) => {
			clearTimeout(this.silence);
			this.streamFailures = 0;
			this.hasStreamed = true;
			this.looks = 0;
			if (isFirst || namesChanges(message.data)) this.refetch();
			isFirst = false;
		});
		source.addEventListener("error", () => {
			if (this.source !== source) return;
			this.streamFailures += 1;
			this.awaitWord();
			if (source.readyState === 2 || this.streamFailures >= streamTries) {
				this.disconnect();
				this.poll();
			}
		});
	}
	awaitWord() {
		clearTimeout(this.silence);
		this.silence = setTimeout(() => {
			this.disconnect();
			this.later(0);
		}, silentMs);
	}
	open(sessionId) {
		try {
			return new EventSource(this.parts.streamUrl(sessionId));
		} catch {
			return null;
		}
	}
	poll() {
		const first = this.hasStreamed ? Math.min(lostStreamMs * 2 ** this.looks, pollMs) : pollMs;
		const pause = Math.min(first * 2 ** this.fetchFailures, longestPollMs);
		this.later(pause * (.8 + .4 * Math.random()));
	}
	later(ms) {
		clearTimeout(this.timer);
		this.timer = setTimeout(() => this.refetch(), ms);
	}
	/** One request at a time; who asks meanwhile gets another one after it. */
	async refetch() {
		const sessionId = this.sessionId;
		if (sessionId === null || !this.on || this.isGone) return;
		const held = this.heldUntil - performance.now();
		if (held > 0) return this.later(held);
		if (this.fetching !== null) {
			this.again = true;
			return;
		}
		const mine = {};
		this.fetching = mine;
		const outcome = await this.parts.fetchStates(sessionId, this.etag);
		if (this.fetching !== mine) return;
		this.fetching = null;
		const again = this.again;
		this.again = false;
		if (!this.on) return;
		this.take(outcome);
		if (again) this.refetch();
	}
	take(outcome) {
		const states = outcome.kind === "answer" && outcome.status === 200 ? readStates(outcome.body) : null;
		if (outcome.kind === "answer" && states !== null) {
			this.etag = outcome.etag;
			this.parts.onStates(states);
		}
		if (states !== null || outcome.kind === "answer" && outcome.status === 304) this.onFetched();
		else this.onFailed(outcome);
	}
	onFetched() {
		this.fetchFailures = 0;
		this.lost = 0;
		if (this.source !== null) return;
		if (this.hasStreamed) {
			this.looks += 1;
			this.connect();
		} else this.poll();
	}
	onFailed(outcome) {
		this.fetchFailures += 1;
		if (outcome.kind === "answer") this.heldUntil = performance.now() + outcome.retryAfterMs;
		if (outcome.kind === "answer" && outcome.status === 404 && isRefusal(outcome)) this.onLost();
		else if (this.source === null) this.poll();
		else if (!isRefusal(outcome)) this.later(500 + pauseAfter(outcome, this.fetchFailures, 1e3, 3e4));
	}
	/** Another session at once; later and later where each one is lost, as between servers that know nothing of one another. */
	onLost() {
		this.lost += 1;
		this.disconnect();
		this.isGone = this.lost > 1;
		if (this.isGone) this.connect();
		else this.parts.onGone();
	}
};
/** What a `states` message says (CONTRACT.md, SDK plane). */
function namesChanges(data) {
	try {
		return JSON.parse(String(data)).changed?.length !== 0;
	} catch {
		return true;
	}
}
// src/sdk/browser/session/deferred.ts
function deferred() {
	let resolve = () => void 0;
	return {
		promise: new Promise((settle) => {
			resolve = (value) => settle(value);
		}),
		resolve
	};
}
// src/sdk/browser/session/start-body.ts
/** The JSON of a session's start. */
function startBody({ userId, anonymousId }, fields, device) {
	const body = {
		...userId === null ? {} : { userId },
		anonymousId,
		...Object.keys(fields).length === 0 ? {} : { fields },
		sdk: { ...sdk },
		device: { ...device }
	};
	return JSON.stringify(body);
}
/** The options of a start; what can't be is told in the console and left out. Never throws. */
function readOptions(options, log) {
	try {
		const { userId, fields } = options ?? {};
		return {
			userId: readUserId(userId, log),
			fields: readFields(fields, log)
		};
	} catch (error) {
		log.error(`The session's options can't be read, so it has none: ${error.message}`);
		return {
			userId: null,
			fields: {}
		};
	}
}
function readUserId(userId, log) {
	if (typeof userId === "string" && userId.length > 0 && userId.length <= 200) return userId;
	if (userId !== void 0 && userId !== null) log.error("userId must be a text of 1 to 200 characters; the session is anonymous.");
	return null;
}
/**
* A copy, as JSON has it: what the page does to its objects later changes nothing. What JSON can't say is told and left out: one field
* must not take the others with it, nor become a null, which removes what is stored.
*/
function readFields(fields, log) {
	if (typeof fields === "object" && fields !== null && !Array.isArray(fields)) return Object.fromEntries(Object.keys(fields).flatMap((name) => readField(fields, name, log)));
	if (fields !== void 0) log.error("fields must be an object; the session has none.");
	return {};
}
function readField(fields, name, log) {
	try {
		const value = fields[name];
		return value === void 0 ? [] : [[name, JSON.parse(JSON.stringify(value, onlyJson))]];
	} catch {
		log.error(`The field ${JSON.stringify(name)} is left out: JSON can't say its value.`);
		return [];
	}
}
/** Throws where JSON would say null, or nothing, in place of a value. */
function onlyJson(name, value) {
	if (!(/^(string|boolean|object)$/.test(typeof value) || Number.isFinite(value)) || value === null && this[name] !== null) throw new TypeError(name);
	return value;
}
// src/sdk/browser/session/session-runner.ts
/** Starts sessions: the first answer within `waitTimeMsec`, or none; a late one still comes. Nothing here rejects. */
var SessionRunner = class {
	constructor(parts) {
		this.status = "idle";
		this.first = deferred();
		this.run = null;
		this.overtaken = null;
		this.hurry = null;
		this.unconfirmed = {};
		this.parts = parts;
	}
	/** Resolves with the first answer, or without one once fallbacks are served. */
	get ready() {
		return (this.run?.settled ?? this.first).promise;
	}
	get anonymous() {
		return (this.run?.person.userId ?? null) === null;
	}
	start(options) {
		const { settings, log } = this.parts;
		const { userId, fields } = readOptions(options, log);
		if (settings.apiKey === null) return this.serveFallbacks();
		settings.onStart();
		return this.begin({
			userId,
			anonymousId: this.parts.visitor()
		}, fields);
	}
	/** A new session of the same person with these fields besides. */
	update(fields) {
		return this.start({
			userId: this.run?.person.userId ?? void 0,
			fields
		});
	}
	/** The time that is left to a start under way is counted anew. */
	onWaitChanged() {
		if (this.run !== null && !this.run.isSettled) this.wait(this.run);
	}
	/** The network is back, or the page is seen again: no need to wait, unless the server has asked to. Once a try is under way the next one is soon. */
	tryAgain() {
		if (this.run !== null) this.run.failures = 0;
		this.hurry?.();
	}
	serveFallbacks() {
		this.parts.log.errorOnce("There is no API key: the fallbacks are served and nothing is sent. Assign client.apiKey the key of the target environment, from the Space's settings, before session.start().");
		this.status = "fallback";
		this.parts.onNoAnswer(false);
		this.first.resolve();
		return this.first.promise;
	}
	begin(person, fields) {
		const before = this.run;
		const samePerson = before !== null && before.person.userId === person.userId;
		const isSaid = samePerson || Object.keys(this.unconfirmed).length === 0;
		this.unconfirmed = samePerson ? {
			...this.unconfirmed,
			...fields
		} : fields;
		const run = {
			person,
			since: performance.now(),
			settled: deferred(),
			waiting: void 0,
			isSettled: false,
			isBare: false,
			failures: 0,
			stop: new AbortController()
		};
		this.run = run;
		this.leave(before, run, isSaid);
		this.status = "starting";
		this.parts.onBegin(person, samePerson);
		if (this.run !== run) return run.settled.promise;
		this.wait(run);
		this.ask(run, this.unconfirmed);
		return run.settled.promise;
	}
	/** Who waits for a start that is overtaken waits for the one that overtook it. `isSaid`: that one says what this one has said, too. */
	leave(before, next, isSaid) {
		clearTimeout(this.retry);
		this.hurry = null;
		clearTimeout(before?.waiting);
		before?.settled.resolve(next.settled.promise);
		this.first.resolve(next.settled.promise);
		this.overtaken?.stop.abort();
		this.overtaken = isSaid ? before : null;
	}
	wait(run) {
		clearTimeout(run.waiting);
		const { settings, log } = this.parts;
		const waited = () => {
			if (settings.waitTimeMsec > 0) log.warnOnce(`${settings.serviceUrl} does not answer yet.`);
			this.settleWithout(run);
		};
		run.waiting = setTimeout(waited, run.since + settings.waitTimeMsec - performance.now());
	}
	async ask(run, fields) {
		clearTimeout(this.retry);
		this.hurry = null;
		const sent = run.isBare ? {} : fields;
		run.stop = new AbortController();
		const outcome = await this.parts.ask(run.person, sent, run.stop);
		if (this.run !== run) return;
		const answer = readAnswer(outcome);
		if (answer !== null) this.accept(run, answer, sent);
		if (this.run !== run || answer !== null && sent === fields) return;
		const hasSession = this.status === "ready";
		if (isRefusal(outcome) || hasSession && isStopped(outcome)) {
			const result = hasSession ? "The start's fields are left out" : "No session";
			this.parts.log.error(`${result}: ${problemOf(outcome)}`);
			if (this.unconfirmed === fields) this.unconfirmed = {};
		} else {
			if (!hasSession) this.parts.log.warnOnce(`No session: ${problemOf(outcome)}. It is tried again.`);
			run.isBare = !run.isBare && isStopped(outcome) && Object.keys(fields).length > 0;
			if (answer !== null) run.failures = 0;
			this.askLater(run, fields, outcome);
		}
		this.settleWithout(run);
	}
	askLater(run, fields, outcome) {
		const isHeld = outcome.kind === "answer" && outcome.retryAfterMs > 0;
		this.retry = setTimeout(() => void this.ask(run, fields), retryMs(outcome, run.failures));
		this.hurry = isHeld ? null : () => void this.ask(run, fields);
		run.failures += 1;
	}
	accept(run, { sessionId, states }, sent) {
		if (this.unconfirmed === sent) this.unconfirmed = {};
		const late = run.isSettled;
		this.settle(run, "ready");
		this.parts.onAnswer(sessionId, states, late);
	}
	settleWithout(run) {
		if (run.isSettled) return;
		this.settle(run, "fallback");
		this.parts.onNoAnswer(true);
	}
	/** Who waits goes on once all that comes of the answer is done, also where that fails. */
	settle(run, status) {
		run.settled.resolve();
		clearTimeout(run.waiting);
		run.isSettled = true;
		this.status = status;
	}
};
/** The wire's answer as far as it is one. */
function readAnswer(outcome) {
	if (outcome.kind !== "answer" || outcome.status !== 201) return null;
	const sessionId = outcome.body?.session?.id;
	const states = readStates(outcome.body);
	return typeof sessionId === "string" && states !== null ? {
		sessionId,
		states
	} : null;
}
/** Some two seconds after the first failure, up to a minute, or some minutes where something else answers. */
var retryMs = (outcome, failures) => 500 + pauseAfter(outcome, failures, 2e3, 6e4);
// src/sdk/browser/settings.ts
/** The longest delay that a browser's timer takes, in ms. */
var longestWait = 2 ** 31 - 1;
var rules = {
	apiKey: {
		wanted: "a key as the Space's settings show it, or null",
		accepts: (value) => value === null || typeof value === "string" && /^[\x21-\x7e]{1,200}$/.test(value),
		untilStart: true
	},
	serviceUrl: {
		wanted: "an http or https address without \"?\" and \"#\"",
		accepts: isServiceUrl,
		untilStart: true
	},
	sessionLock: {
		wanted: "true or false",
		accepts: (value) => typeof value === "boolean",
		untilStart: false
	},
	waitTimeMsec: {
		wanted: `a whole number of milliseconds from 0 to ${longestWait}`,
		accepts: (value) => Number.isInteger(value) && value >= 0 && value <= longestWait,
		untilStart: false
	}
};
function isServiceUrl(value) {
	if (typeof value !== "string" || !/^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/i.test(value)) return false;
	try {
		return new URL(value).host !== "";
	} catch {
		return false;
	}
}
/** The client's settings. A wrong value changes nothing: the page must not break because of us. */
var Settings = class {
	constructor(log) {
		this.values = {
			apiKey: null,
			serviceUrl: "http://127.0.0.1:4748",
			sessionLock: true,
			waitTimeMsec: 2e3
		};
		this.started = false;
		this.log = log;
	}
	get apiKey() {
		return this.values.apiKey;
	}
	get serviceUrl() {
		return this.values.serviceUrl;
	}
	get sessionLock() {
		return this.values.sessionLock;
	}
	get waitTimeMsec() {
		return this.values.waitTimeMsec;
	}
	/** Sets one, and gives whether it is another value now; a wrong one is logged as an error. */
	assign(name, value) {
		const { accepts, wanted, untilStart } = rules[name];
		const clean = name === "serviceUrl" && accepts(value) ? String(value).replace(/\/+$/, "") : value;
		if (!accepts(value)) this.log.error(`client.${name} must be ${wanted}; it stays as it was.`);
		else if (clean === this.values[name]) return false;
		else if (untilStart && this.started) this.log.error(`client.${name} may be assigned until the session starts; it stays as it was.`);
		else {
			this.values[name] = clean;
			return true;
		}
		return false;
	}
	/** From now on the session's address and key stay. */
	onStart() {
		this.started = true;
	}
};
// src/sdk/browser/states/same.ts
/** Whether two JSON values are equal; the order of members does not count. */
function same(a, b) {
	if (a === b) return true;
	if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
	if (Array.isArray(a) !== Array.isArray(b)) return false;
	const members = Object.entries(a);
	const others = new Map(Object.entries(b));
	return members.length === others.size && members.every(([name, value]) => others.has(name) && same(value, others.get(name)));
}
// src/sdk/browser/states/state-store.ts
/** What a thing is where neither the server nor the fallbacks know it. */
var unknownThing = {
	enabled: false,
	data: {}
};
/**
* What each Experience and Section is to the page: what is held for the session, else what the server said last, else the
* fallback. A state that did not change stays the same object. Whatever changes gives the ids of what the page sees anew.
*/
var StateStore = class {
	constructor(fallbacks) {
		this.served = /* @__PURE__ */ new Map();
		this.held = /* @__PURE__ */ new Map();
		this.read = /* @__PURE__ */ new Set();
		this.settled = false;
		this.locked = true;
		this.fallbacks = fallbacks;
	}
	fallback(id) {
		return this.fallbacks.get(id) ?? unknownThing;
	}
	/** What the page sees; with the lock on, and once the session's start has settled, it stays so. */
	see(id) {
		const state = this.current(id);
		this.read.add(id);
		if (this.locked && this.settled) this.held.set(id, state);
		return state;
	}
	/** A new session: nothing is held any more. `keep`: what was served stays until the first answer. */
	begin(keep) {
		return this.change(() => {
			if (this.settled) this.read.clear();
			this.settled = false;
			this.held.clear();
			if (!keep) this.served = /* @__PURE__ */ new Map();
		});
	}
	/** The start has its answer: that is what the page sees, whatever it read while it waited. */
	settle(states) {
		return this.change(() => {
			this.settled = true;
			this.take(states);
		});
	}
	/** The start has no answer: with the lock on, what the page has shown by now stays. */
	settleWithout() {
		this.settled = true;
		this.holdRead();
	}
	/** A later answer: with the lock on it reaches only what was not read yet. */
	apply(states) {
		return this.change(() => this.take(states));
	}
	/** Off: what is known by now shows at once. On: what was read stays from now on. */
	lock(locked) {
		this.locked = locked;
		if (locked) this.holdRead();
		return this.change(() => {
			if (!locked) this.held.clear();
		});
	}
	current(id) {
		return this.held.get(id) ?? this.served.get(id) ?? this.fallback(id);
	}
	holdRead() {
		if (this.locked && this.settled) for (const id of this.read) this.held.set(id, this.current(id));
	}
	take(states) {
		const known = (id) => this.served.get(id) ?? this.fallbacks.get(id);
		this.served = new Map([...states].map(([id, state]) => {
			const before = known(id);
			return [id, before !== void 0 && same(before, state) ? before : state];
		}));
	}
	change(alter) {
		const before = this.ids().map((id) => [id, this.current(id)]);
		const known = new Set(before.map(([id]) => id));
		alter();
		const changed = before.filter(([id, state]) => this.current(id) !== state).map(([id]) => id);
		const fresh = this.ids().filter((id) => !known.has(id) && this.current(id) !== unknownThing);
		return [...changed, ...fresh];
	}
	ids() {
		return [.../* @__PURE__ */ new Set([
			...this.fallbacks.keys(),
			...this.served.keys(),
			...this.held.keys()
		])];
	}
};
// src/sdk/browser/engine.ts
/** The parts of a client, and which of them tells which. */
var Engine = class {
	constructor(fallbacks) {
		this.log = new Log();
		this.settings = new Settings(this.log);
		this.changes = new Listeners();
		this.sessionId = null;
		this.storage = pageStorage();
		this.device = null;
		this.queue = null;
		this.sender = null;
		const known = readStates(fallbacks);
		if (known === null) this.log.error("A client needs fallbacks: those of the generated code.");
		this.space = String(fallbacks?.space);
		this.states = new StateStore(known ?? /* @__PURE__ */ new Map());
		this.tracker = new EventTracker(this.log, (events) => {
			for (const event of events) this.queue?.add(event);
			this.sender?.onQueued();
		});
		this.live = new LiveUpdates({
			streamUrl: (id) => this.url(`/sdk/v1/sessions/${encodeURIComponent(id)}/stream`),
			fetchStates: (id, etag) => request(this.url(`/sdk/v1/sessions/${encodeURIComponent(id)}/states`), etag === null ? {} : { headers: { "If-None-Match": etag } }),
			onStates: (states) => {
				const changed = this.states.apply(states);
				if (changed.length > 0) this.changes.tell(changed);
			},
			onGone: () => void this.runner.update({})
		});
		this.runner = new SessionRunner({
			settings: this.settings,
			log: this.log,
			visitor: () => keptId(this.storage, `${this.scope()}:visitor`),
			ask: (person, fields, stop) => this.ask(person, fields, stop),
			onBegin: (person, samePerson) => this.onBegin(person, samePerson),
			onAnswer: (sessionId, states, late) => this.onAnswer(sessionId, states, late),
			onNoAnswer: (hasKey) => this.onNoAnswer(hasKey)
		});
	}
	onLockChanged() {
		const { sessionLock } = this.settings;
		this.live.switch(!sessionLock);
		const changed = this.states.lock(sessionLock);
		if (changed.length > 0) this.changes.tell(changed);
	}
	/** The key goes as `?key=`: a header of our own would cost a preflight, and streams and beacons can't have one. */
	url(path) {
		const { serviceUrl, apiKey } = this.settings;
		return `${serviceUrl}${path}?key=${encodeURIComponent(apiKey ?? "")}`;
	}
	/** What is kept in the browser is kept by service, Space and environment: an exchanged key makes nobody a stranger. */
	scope() {
		const { serviceUrl, apiKey } = this.settings;
		const environment = /^us_[a-z]+(?=_)/.exec(apiKey ?? "")?.[0] ?? apiKey;
		return `understudy:${serviceUrl}:${this.space}:${environment}`;
	}
	ask(person, fields, stop) {
		this.device ?? (this.device = deviceOf(this.storage));
		const body = startBody(person, fields, this.device);
		return request(this.url("/sdk/v1/sessions"), {
			method: "POST",
			body
		}, stop);
	}
	onBegin(person, samePerson) {
		if (this.queue === null) this.setUpEvents();
		this.tracker.begin(person);
		this.sessionId = null;
		this.live.follow(null);
		this.changes.tell(this.states.begin(samePerson));
	}
	setUpEvents() {
		this.queue = new EventQueue(this.storage, `${this.scope()}:event:`, this.log);
		this.sender = new EventSender(this.queue, this.url("/sdk/v1/events"), this.log);
		this.queue.adopt();
		this.sender.wake();
		watchPage({
			onHide: () => {
				this.tracker.release();
				this.sender?.flushOnHide();
			},
			onLeave: () => this.live.disconnect(),
			onReturn: () => this.live.resume(),
			onSeen: () => {
				this.sender?.tryAgain();
				this.tryAgain();
			},
			onOnline: () => {
				this.sender?.wake();
				this.tryAgain();
			}
		});
	}
	tryAgain() {
		this.runner.tryAgain();
		this.live.resume();
	}
	onAnswer(sessionId, states, late) {
		this.tracker.settle(sessionId);
		this.sender?.tryAgain();
		this.sessionId = sessionId;
		this.live.follow(sessionId);
		this.changes.tell(late ? this.states.apply(states) : this.states.settle(states));
	}
	onNoAnswer(hasKey) {
		if (hasKey) this.tracker.settle(null);
		else this.tracker.switchOff();
		this.states.settleWithout();
		this.changes.tell([]);
	}
};
var engines = /* @__PURE__ */ new WeakMap();
/** What stands behind this client; outside of the client's own class, so that its types show nothing of it. */
function engineOf(client) {
	const found = engines.get(client);
	if (found !== void 0) return found;
	const stray = new Engine(void 0);
	connect(client, stray);
	return stray;
}
function connect(client, engine) {
	engines.set(client, engine);
}
// src/sdk/browser/session.ts
/** The page's session: who it is for, and what the page tells about them. Nothing here rejects or throws. */
var Session = class {
	/** @internal */
	constructor(engine) {
		this.engine = engine;
	}
	/**
	* Starts a session: with `userId` for a known user, without for this browser's visitor. Resolves with the first answer,
	* or once fallbacks are served instead. Another start is another session: nothing is locked from the one before.
	*/
	start(options) {
		return this.engine.runner.start(options);
	}
	/** Starts the session anew for the same person, with these fields besides those that they have; null removes one. */
	update(fields) {
		return this.engine.runner.update(fields);
	}
	/** @deprecated until 1.0.0; the same as `start({ userId, fields })`. */
	identify(userId, fields) {
		this.engine.log.warnOnce("session.identify is deprecated: use session.start({ userId, fields }).");
		return this.start({
			userId,
			fields
		});
	}
	/** @deprecated until 1.0.0; the same as `start({ fields })`. */
	anonymize(fields) {
		this.engine.log.warnOnce("session.anonymize is deprecated: use session.start({ fields }).");
		return this.start({ fields });
	}
	/** Tracks `<group>/<action>` with up to three pairs. It goes with the next batch; what can't go is told by a console.warn. */
	track(name, metadata) {
		this.engine.tracker.track(name, metadata);
	}
	/** Whether the session is a visitor's: also before the first start. */
	get anonymous() {
		return this.engine.runner.anonymous;
	}
	/** The session's id on the platform; null until the first answer, and while there is none. */
	get id() {
		return this.engine.sessionId;
	}
	get status() {
		return this.engine.runner.status;
	}
	/** Resolves with the first answer, or once fallbacks are served instead; never rejects. */
	get ready() {
		return this.engine.runner.ready;
	}
	/**
	* Hears the ids of the Experiences and Sections that the page sees anew; none where only the status has changed. Gives
	* the way to stop.
	*/
	changed(listener) {
		return this.engine.changes.add(listener);
	}
};
// src/sdk/browser/client.ts
/**
* One Space as the page sees it. Its settings are assigned directly; a value that can't be is told by one console.error,
* and the old one stays. Nothing here throws, and nothing is sent before `session.start()`.
*/
var Client = class {
	constructor(options) {
		this.engine = new Engine(options?.fallbacks);
		connect(this, this.engine);
		this.session = new Session(this.engine);
		if (options?.apiKey !== void 0) this.apiKey = options.apiKey;
	}
	/** The environment's API key; may be assigned until the session starts. Without one fallbacks are served and nothing is sent. */
	get apiKey() {
		return this.engine.settings.apiKey;
	}
	set apiKey(value) {
		this.assign("apiKey", value);
	}
	/** Where the SDK plane answers; "http://127.0.0.1:4748" by default. May be assigned until the session starts. */
	get serviceUrl() {
		return this.engine.settings.serviceUrl;
	}
	set serviceUrl(value) {
		this.assign("serviceUrl", value);
	}
	/** True by default: what the page has read stays the same for the session. False: it changes live. Takes effect at once. */
	get sessionLock() {
		return this.engine.settings.sessionLock;
	}
	set sessionLock(value) {
		if (this.assign("sessionLock", value)) this.engine.onLockChanged();
	}
	/** The longest wait for the first answer, in ms, before fallbacks are served; 2000 by default. Takes effect at once. */
	get waitTimeMsec() {
		return this.engine.settings.waitTimeMsec;
	}
	set waitTimeMsec(value) {
		if (this.assign("waitTimeMsec", value)) this.engine.runner.onWaitChanged();
	}
	assign(name, value) {
		return this.engine.settings.assign(name, value);
	}
};
// src/sdk/browser/experience.ts
/** One controlled component of the page. Before the first answer, and wherever there is none, it is as its fallback. */
var Experience = class {
	constructor(client, { id, key }) {
		this.engine = engineOf(client);
		this.id = id;
		this.key = key;
	}
	get enabled() {
		return this.engine.states.see(this.id).enabled;
	}
	/** What to show; the same object until it changes. */
	get data() {
		return this.engine.states.see(this.id).data;
	}
	/** Whether the fallback is enabled. Reading it locks nothing. */
	get defaultEnabled() {
		return this.engine.states.fallback(this.id).enabled;
	}
	/** The fallback's data. Reading it locks nothing. */
	get defaultData() {
		return this.engine.states.fallback(this.id).data;
	}
	/** Tracks an event of this Experience. */
	track(name, metadata) {
		this.engine.tracker.track(name, metadata, this.id);
	}
	/** Hears when `enabled` or `data` is another one to the page. Gives the way to stop. */
	changed(listener) {
		return this.engine.changes.add((ids) => {
			if (ids.includes(this.id)) listener();
		});
	}
};
// src/sdk/browser/section.ts
/** An ordered list of Experiences. Before the first answer, and wherever there is none, it is as its fallback. */
var Section = class {
	/** `children`: those that the Section may show, by the Experience's id. */
	constructor(client, { id, key }, children) {
		this.lists = /* @__PURE__ */ new WeakMap();
		this.engine = engineOf(client);
		this.id = id;
		this.key = key;
		this.known = new Map(Object.entries(children));
	}
	get enabled() {
		return this.engine.states.see(this.id).enabled;
	}
	/** What to show, in order; the same list until it changes. Experiences that this code does not know are left out. */
	get children() {
		return this.listOf(this.engine.states.see(this.id));
	}
	/** Whether the fallback is enabled. Reading it locks nothing. */
	get defaultEnabled() {
		return this.engine.states.fallback(this.id).enabled;
	}
	/** The fallback's children. Reading it locks nothing. */
	get defaultChildren() {
		return this.listOf(this.engine.states.fallback(this.id));
	}
	/** Hears when `enabled` or `children` is another one to the page. Gives the way to stop. */
	changed(listener) {
		return this.engine.changes.add((ids) => {
			if (ids.includes(this.id)) listener();
		});
	}
	listOf(state) {
		const made = this.lists.get(state);
		if (made !== void 0) return made;
		const list = (state.children ?? []).flatMap(({ id }) => this.known.get(id) ?? []);
		this.lists.set(state, list);
		return list;
	}
};
// \0@oxc-project+runtime@0.156.0/helpers/esm/checkPrivateRedeclaration.js
function _checkPrivateRedeclaration(e, t) {
	if (t.has(e)) throw new TypeError("Cannot initialize the same private elements twice on an object");
}
// \0@oxc-project+runtime@0.156.0/helpers/esm/classPrivateFieldInitSpec.js
function _classPrivateFieldInitSpec(e, t, a) {
	_checkPrivateRedeclaration(e, t), t.set(e, a);
}
// \0@oxc-project+runtime@0.156.0/helpers/esm/assertClassBrand.js
function _assertClassBrand(e, t, n) {
	if ("function" == typeof e ? e === t : e.has(t)) return arguments.length < 3 ? t : n;
	throw new TypeError("Private element is not present on this object");
}
// \0@oxc-project+runtime@0.156.0/helpers/esm/classPrivateFieldGet2.js
function _classPrivateFieldGet2(s, a) {
	return s.get(_assertClassBrand(s, a));
}
// src/sdk/browser/collection.ts
var _things = /* @__PURE__ */ new WeakMap();
/** A group of Experiences and Sections, e.g. a page. Generated classes extend it and add theirs. */
var Collection = class {
	constructor(_client, { id, key }) {
		_classPrivateFieldInitSpec(this, _things, []);
		this.id = id;
		this.key = key;
	}
	get experiences() {
		return _classPrivateFieldGet2(_things, this).filter((thing) => thing instanceof Experience);
	}
	get sections() {
		return _classPrivateFieldGet2(_things, this).filter((thing) => thing instanceof Section);
	}
	/** Makes an Experience or Section one of this Collection's, and gives it back. */
	add(thing) {
		_classPrivateFieldGet2(_things, this).push(thing);
		return thing;
	}
};
export { Client, Collection, Experience, Section, Session, sdk };
