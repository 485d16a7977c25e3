// Written by Understudy: the runtime of generated code. Do not edit: `understudy update` writes it anew.
/** Any JSON value: what a property of that type is. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | {
    readonly [key: string]: JsonValue;
};
/** What one Experience or Section is served: on or off, its data, and for a Section its children in order. */
export interface FallbackState {
    readonly enabled: boolean;
    readonly data: Readonly<Record<string, unknown>>;
    readonly children?: readonly {
        readonly id: string;
        readonly typeId: string;
    }[];
}
/** What production served when the code was generated: used until the first answer, offline and without a key. */
export interface Fallbacks {
    /** The Space's key. */
    readonly space: string;
    readonly revision: number;
    /** By the id of the Experience or Section. */
    readonly states: Readonly<Record<string, FallbackState>>;
}
/** One fact about a user. A date is sent as text, e.g. `2026-11-20T14:32:06.240Z`. */
export type FieldValue = string | number | boolean | Date | readonly (string | number | boolean | Date)[];
/** Facts about the user, by name; null removes one that was set before. */
export type Fields = Readonly<Record<string, FieldValue | null>>;
/** One key and value of an event: 1 to 64, and 0 to 256 characters. */
export interface Pair {
    readonly key: string;
    readonly value: string;
}
/** Up to three pairs that say more about an event. */
export interface Metadata {
    readonly pair1?: Pair;
    readonly pair2?: Pair;
    readonly pair3?: Pair;
}
/** With `userId` (1 to 200 characters): the known-user flow. Without, or null: the anonymous flow. */
export interface StartOptions {
    readonly userId?: string | null | undefined;
    readonly fields?: Fields | undefined;
}
/**
 * `idle` before `start`, `starting` until the first answer, then `ready`. `fallback`: no answer in time, or none at all;
 * a late one still makes it `ready`.
 */
export type SessionStatus = "idle" | "starting" | "ready" | "fallback";
/** Which Experience, Section or Collection it is. `key`: "<collection>", or "<collection>.<experience or section>". */
export interface Definition {
    readonly id: string;
    readonly key: string;
}

/** `apiKey`: that of the target environment, from the Space's settings. */
export interface ClientOptions {
    readonly apiKey?: string | null | undefined;
    readonly fallbacks: Fallbacks;
}
/**
 * One Space as the page sees it. Its settings are assigned directly; a value that can't be is told by one console.error,
 * and the old one stays. Nothing here throws, and nothing is sent before `session.start()`.
 */
export declare class Client {
    /** The page's session with the Space. */
    readonly session: Session;
    private readonly engine;
    constructor(options: ClientOptions);
    /** The environment's API key; may be assigned until the session starts. Without one fallbacks are served and nothing is sent. */
    get apiKey(): string | null;
    set apiKey(value: string | null);
    /** Where the SDK plane answers; "http://127.0.0.1:4748" by default. May be assigned until the session starts. */
    get serviceUrl(): string;
    set serviceUrl(value: string);
    /** True by default: what the page has read stays the same for the session. False: it changes live. Takes effect at once. */
    get sessionLock(): boolean;
    set sessionLock(value: boolean);
    /** The longest wait for the first answer, in ms, before fallbacks are served; 2000 by default. Takes effect at once. */
    get waitTimeMsec(): number;
    set waitTimeMsec(value: number);
    private assign;
}

/** The page's session: who it is for, and what the page tells about them. Nothing here rejects or throws. */
export declare class Session {
    private readonly engine;
    /**
     * Starts a session: with `userId` for a known user, without for this browser's visitor. Resolves with the first answer,
     * or once fallbacks are served instead. Another start is another session: nothing is locked from the one before.
     */
    start(options?: StartOptions): Promise<void>;
    /** Starts the session anew for the same person, with these fields besides those that they have; null removes one. */
    update(fields: Fields): Promise<void>;
    /** @deprecated until 1.0.0; the same as `start({ userId, fields })`. */
    identify(userId: string, fields?: Fields): Promise<void>;
    /** @deprecated until 1.0.0; the same as `start({ fields })`. */
    anonymize(fields?: Fields): Promise<void>;
    /** Tracks `<group>/<action>` with up to three pairs. It goes with the next batch; what can't go is told by a console.warn. */
    track(name: string, metadata?: Metadata): void;
    /** Whether the session is a visitor's: also before the first start. */
    get anonymous(): boolean;
    /** The session's id on the platform; null until the first answer, and while there is none. */
    get id(): string | null;
    get status(): SessionStatus;
    /** Resolves with the first answer, or once fallbacks are served instead; never rejects. */
    get ready(): Promise<void>;
    /**
     * Hears the ids of the Experiences and Sections that the page sees anew; none where only the status has changed. Gives
     * the way to stop.
     */
    changed(listener: (ids: readonly string[]) => void): () => void;
}

/** One controlled component of the page. Before the first answer, and wherever there is none, it is as its fallback. */
export declare class Experience<Data extends object = Record<string, unknown>> {
    readonly id: string;
    readonly key: string;
    private readonly engine;
    constructor(client: Client, { id, key }: Definition);
    get enabled(): boolean;
    /** What to show; the same object until it changes. */
    get data(): Data;
    /** Whether the fallback is enabled. Reading it locks nothing. */
    get defaultEnabled(): boolean;
    /** The fallback's data. Reading it locks nothing. */
    get defaultData(): Data;
    /** Tracks an event of this Experience. */
    track(name: string, metadata?: Metadata): void;
    /** Hears when `enabled` or `data` is another one to the page. Gives the way to stop. */
    changed(listener: () => void): () => void;
}

/** An ordered list of Experiences. Before the first answer, and wherever there is none, it is as its fallback. */
export declare class Section<Child extends Experience<object> = Experience> {
    readonly id: string;
    readonly key: string;
    private readonly engine;
    private readonly known;
    /** The list made of a state: the same one until the state changes. */
    private readonly lists;
    /** `children`: those that the Section may show, by the Experience's id. */
    constructor(client: Client, { id, key }: Definition, children: Readonly<Record<string, Child>>);
    get enabled(): boolean;
    /** What to show, in order; the same list until it changes. Experiences that this code does not know are left out. */
    get children(): readonly Child[];
    /** Whether the fallback is enabled. Reading it locks nothing. */
    get defaultEnabled(): boolean;
    /** The fallback's children. Reading it locks nothing. */
    get defaultChildren(): readonly Child[];
    /** Hears when `enabled` or `children` is another one to the page. Gives the way to stop. */
    changed(listener: () => void): () => void;
    private listOf;
}

/** A group of Experiences and Sections, e.g. a page. Generated classes extend it and add theirs. */
export declare class Collection {
    readonly id: string;
    readonly key: string;
    constructor(_client: Client, { id, key }: Definition);
    get experiences(): readonly Experience<object>[];
    get sections(): readonly Section<Experience<object>>[];
    /** Makes an Experience or Section one of this Collection's, and gives it back. */
    protected add<Thing extends Experience<object> | Section<Experience<object>>>(thing: Thing): Thing;
}

/** What this runtime calls itself on the wire: `sdk` in sessions and events. */
export declare const sdk: {
    readonly name: "browser";
    readonly version: "1.0.0-beta.8";
};
