// Written by Understudy: the runtime of generated code. Do not edit: `understudy update` writes it anew.
import type { Client, Experience, Section, Session, SessionStatus } from "./index.js";
/** An Experience as a component sees it; the same object until something in it changes. */
export interface ExperienceView<Data extends object> {
    readonly enabled: boolean;
    readonly data: Data;
}
/** A Section as a component sees it; the same object until something in it changes. */
export interface SectionView<Child> {
    readonly enabled: boolean;
    readonly children: readonly Child[];
}
/** The session as a component sees it; the same object until something in it changes. */
export interface SessionView {
    readonly status: SessionStatus;
    readonly anonymous: boolean;
}
/** Renders the component again whenever the Experience changes. On the server, and while hydrating: its fallback. */
export declare function useExperience<Data extends object>(experience: Experience<Data>): ExperienceView<Data>;
/** Renders the component again whenever the Section changes. On the server, and while hydrating: its fallback. */
export declare function useSection<Child extends Experience<object>>(section: Section<Child>): SectionView<Child>;
/** Renders the component again whenever the session's status changes. On the server, and while hydrating: idle. */
export declare function useSession(of: Client | Session): SessionView;
