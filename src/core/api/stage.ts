import { z } from "zod";
import { inDigits } from "../primitives.ts";
import type { RouteSpec } from "../route.ts";
import { clockAhead, showStart, showStarted, stage, stagePatch, stepPlayed } from "../stage.ts";
import { inEnvironment } from "./paths.ts";

const stagePath = `${inEnvironment}/stage` as const;

/** A show: the script of a scene, played step by step. */
export const stageApi = {
  startShow: {
    method: "post",
    path: "/v2/shows",
    tag: "Scenes",
    summary:
      "Begin a show in Development: the scene's Space and history where they are not there, its start kept, the simulator on",
    access: "operator",
    body: showStart,
    status: [201],
    answer: showStarted,
    problems: ["not-found", "conflict"],
  },
  getStage: {
    method: "get",
    path: stagePath,
    tag: "Scenes",
    summary: "Where the show is: scene, person, next step and simulation",
    access: "viewer",
    status: [200],
    answer: stage,
  },
  changeStage: {
    method: "patch",
    path: stagePath,
    tag: "Scenes",
    summary: "Set where the show stands: scene, person or next step; nothing is played",
    access: "editor",
    body: stagePatch,
    status: [200],
    answer: stage,
    problems: ["conflict"],
  },
  playStep: {
    method: "post",
    path: `${stagePath}/play`,
    tag: "Scenes",
    summary: "Play a step of the script; one that moves the clock is the operator's",
    access: "editor",
    body: stepPlayed,
    status: [200],
    answer: stage,
    problems: ["conflict", "forbidden"],
  },
  clockAhead: {
    method: "get",
    path: `${stagePath}/ahead`,
    tag: "Scenes",
    summary: "Which Tribes gain or lose people when the clock is moved, or did when it was",
    access: "viewer",
    query: z.strictObject({
      days: inDigits(z.number().int().min(1).max(365))
        .optional()
        .meta({ description: "From the clock on. Without it: from the real time to the clock as it is." }),
    }),
    status: [200],
    answer: clockAhead,
    says: ["Understudy-Clock"],
    problems: ["busy"],
  },
} as const satisfies Record<string, RouteSpec>;
