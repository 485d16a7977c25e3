import { RadioGroup } from "radix-ui";
import { useLocation, useSearch } from "wouter";
import { environmentKeys, environmentNames } from "../../core/primitives.ts";
import { pagePath } from "../page/pages.ts";
import { useHere } from "../page/use-here.ts";
import { Radio } from "../parts/Radio.tsx";
import { isEnvironment } from "../stores/last-place.ts";

/** The environment that everything on screen is about: a square and its word, in its colour. The page stays. */
export function EnvironmentSwitch() {
  const { space, environment, page, below } = useHere();
  const [, navigate] = useLocation();
  const search = useSearch();
  const go = (chosen: string) => {
    if (!isEnvironment(chosen)) return;
    const path = pagePath({ spaceKey: space.key, environment: chosen }, page, ...below);
    navigate(search === "" ? path : `${path}?${search}`);
  };
  return (
    <RadioGroup.Root
      className="env-switch"
      aria-label="Environment"
      orientation="horizontal"
      value={environment}
      onValueChange={go}
    >
      {environmentKeys.map((key) => (
        <Radio key={key} value={key} data-env={key}>
          <span className="env-mark" />
          {environmentNames[key]}
        </Radio>
      ))}
    </RadioGroup.Root>
  );
}
