import { useState } from "react";
import { environmentNames } from "../../../core/primitives.ts";
import type { FieldError } from "../../../core/problem.ts";
import { ApiProblem, inWords } from "../../api/api-problem.ts";
import { useConsole } from "../../page/console-context.ts";
import { pagePath } from "../../page/pages.ts";
import { useHere } from "../../page/use-here.ts";
import { type Form, useForm } from "../../parts/use-form.ts";
import { optionsOf, sourceOf } from "../../stores/replay-plan.ts";
import { say } from "../../stores/toasts-store.ts";
import { counted } from "../../text/format.ts";
import { missingWords } from "./replay-words.ts";
import type { PlannedReplay } from "./use-replay-plan.ts";

interface StartReplay {
  readonly form: Form;
  /** What is wrong in the file that was refused. */
  readonly errors: readonly FieldError[];
  /** Forgets what was wrong. */
  readonly clear: () => void;
}

/** Starts the planned replay; says so where it runs in another environment than the one on screen. */
export function useStartReplay({ plan, thing, measure }: PlannedReplay, onStarted: () => void): StartReplay {
  const { client, replay: replays, toasts } = useConsole();
  const { space, environment: here } = useHere();
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const { into } = plan;
  const form = useForm({
    missing: () => missingWords(plan, thing, measure),
    send: async () => {
      if (thing === null) return {};
      setErrors([]);
      const begun = await client.call("startReplay", {
        params: { spaceId: space.id, envKey: into },
        query: optionsOf(plan),
        ...(thing.kind === "file" ? { lines: thing.file.blob } : { body: sourceOf(thing) }),
      });
      replays({ spaceId: space.id, environment: into }).begin(begun);
      const said = `Replaying ${counted(begun.total, "event")} into ${environmentNames[into]}`;
      const way = { words: "Show it", href: pagePath({ spaceKey: space.key, environment: into }, "events") };
      const show = () => {
        onStarted();
        if (into !== here) say(toasts, said, way);
      };
      return { show, said, way };
    },
    failure: "Nothing is replayed.",
    refused: (reason) => {
      const wrong = reason instanceof ApiProblem ? reason.errors.filter(isOfLine) : [];
      setErrors(wrong);
      return {
        words: wrong.length === 0 ? inWords(reason) : "Lines of the file are wrong: nothing is replayed.",
      };
    },
  });
  const clear = () => {
    setErrors([]);
    form.clear();
  };
  return { form, errors, clear };
}

const isOfLine = ({ path }: FieldError): boolean => /^\/\d+$/.test(path);
