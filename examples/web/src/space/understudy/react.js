// Written by Understudy: the runtime of generated code. Do not edit: `understudy update` writes it anew.
/* eslint-disable */
// biome-ignore-all lint: compiled
// @ts-nocheck as it is compiled: its types are declared beside it
import { useSyncExternalStore } from "react";
// src/sdk/browser/react/react.ts
/** Renders the component again whenever the Experience changes. On the server, and while hydrating: its fallback. */
function useExperience(experience) {
	return useStore(experience, () => ({
		subscribe: (listener) => experience.changed(listener),
		now: () => ({
			enabled: experience.enabled,
			data: experience.data
		}),
		onServer: () => ({
			enabled: experience.defaultEnabled,
			data: experience.defaultData
		})
	}));
}
/** Renders the component again whenever the Section changes. On the server, and while hydrating: its fallback. */
function useSection(section) {
	return useStore(section, () => ({
		subscribe: (listener) => section.changed(listener),
		now: () => ({
			enabled: section.enabled,
			children: section.children
		}),
		onServer: () => ({
			enabled: section.defaultEnabled,
			children: section.defaultChildren
		})
	}));
}
/** Renders the component again whenever the session's status changes. On the server, and while hydrating: idle. */
function useSession(of) {
	const session = "session" in of ? of.session : of;
	return useStore(session, () => ({
		subscribe: (listener) => session.changed(listener),
		now: () => ({
			status: session.status,
			anonymous: session.anonymous
		}),
		onServer: () => ({
			status: "idle",
			anonymous: true
		})
	}));
}
/** A source's functions, the same ones for every render, as React wants them. One for each Experience, Section and session. */
var sources = /* @__PURE__ */ new WeakMap();
function useStore(thing, make) {
	let source = sources.get(thing);
	if (source === void 0) {
		source = steady(make());
		sources.set(thing, source);
	}
	return useSyncExternalStore(source.subscribe, source.now, source.onServer);
}
var steady = ({ subscribe, now, onServer }) => ({
	subscribe,
	now: keepSame(now),
	onServer: keepSame(onServer)
});
/** The view read before, as long as it has the same members. */
function keepSame(read) {
	let last;
	return () => {
		const view = read();
		if (last === void 0 || !sameMembers(last, view)) last = view;
		return last;
	};
}
var sameMembers = (a, b) => Object.entries(a).every(([name, value]) => value === b[name]);
export { useExperience, useSection, useSession };
