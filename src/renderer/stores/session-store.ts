import { createStore } from "zustand/vanilla";
import type { Me, Role } from "../../core/organization.ts";
import { ApiProblem, inWords } from "../api/api-problem.ts";

/** Who sits in front of the console. */
type SessionState =
  | { readonly phase: "opening" }
  | { readonly phase: "signed-in"; readonly me: Me }
  | { readonly phase: "signed-out" }
  | { readonly phase: "failed"; readonly reason: string };

export const createSessionStore = () => createStore<SessionState>(() => ({ phase: "opening" }));
export type SessionStore = ReturnType<typeof createSessionStore>;

/** Asks who is signed in. Never throws: a refusal is the signed-out state, silence is the failed one. */
export async function openSession(store: SessionStore, ask: () => Promise<Me>): Promise<void> {
  try {
    store.setState({ phase: "signed-in", me: await ask() }, true);
  } catch (error) {
    const signedOut = error instanceof ApiProblem && error.status === 401;
    store.setState(signedOut ? { phase: "signed-out" } : { phase: "failed", reason: inWords(error) }, true);
  }
}

/** The caller's role in an Organization; none reads as the least. */
export const roleIn = (me: Me, orgId: string): Role =>
  me.organizations.find((org) => org.id === orgId)?.role ?? "viewer";
