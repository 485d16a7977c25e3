import { persona, personaCreate, personaPatch } from "../persona.ts";
import { personaRun, personaRunBody, personaRunQuery } from "../persona-run.ts";
import { page, pageQuery } from "../primitives.ts";
import type { RouteSpec } from "../route.ts";
import { inSpace } from "./paths.ts";

/** Personas of a Space, and how they fare. */
export const personasApi = {
  listPersonas: {
    method: "get",
    path: `${inSpace}/personas`,
    tag: "Personas",
    summary: "List personas",
    access: "viewer",
    query: pageQuery,
    status: [200],
    answer: page(persona),
  },
  createPersona: {
    method: "post",
    path: `${inSpace}/personas`,
    tag: "Personas",
    summary: "Save a pretend user with expected outcomes",
    access: "editor",
    body: personaCreate,
    status: [201],
    answer: persona,
    etag: true,
    problems: ["conflict"],
  },
  runPersonas: {
    method: "post",
    path: `${inSpace}/personas/run`,
    tag: "Personas",
    summary: "Decide for personas and compare with what they expect; nothing is stored",
    access: "viewer",
    query: personaRunQuery,
    body: personaRunBody,
    optionalBody: true,
    status: [200],
    answer: personaRun,
    says: ["Understudy-Clock"],
    problems: ["too-large"],
  },
  getPersona: {
    method: "get",
    path: `${inSpace}/personas/:personaId`,
    tag: "Personas",
    summary: "Get a persona",
    access: "viewer",
    status: [200],
    answer: persona,
    etag: true,
  },
  updatePersona: {
    method: "patch",
    path: `${inSpace}/personas/:personaId`,
    tag: "Personas",
    summary: "Change a persona (JSON merge patch; lists are replaced whole)",
    access: "editor",
    body: personaPatch,
    status: [200],
    answer: persona,
    etag: true,
    problems: ["conflict"],
  },
  deletePersona: {
    method: "delete",
    path: `${inSpace}/personas/:personaId`,
    tag: "Personas",
    summary: "Delete a persona",
    access: "editor",
    status: [204],
    etag: true,
  },
} as const satisfies Record<string, RouteSpec>;
