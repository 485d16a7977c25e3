import { Link } from "wouter";
import { environmentNames } from "../../core/primitives.ts";
import { pagePath } from "../page/pages.ts";
import { useHere } from "../page/use-here.ts";
import { CopyButton } from "../parts/CopyButton.tsx";
import { EnvironmentName } from "../parts/EnvironmentName.tsx";
import { KeyGrace } from "../parts/KeyGrace.tsx";
import { maskedKey } from "../text/format.ts";

/** The three API keys, to copy; rotating is done in Settings. */
export function KeysCard() {
  const { environments, environment, space } = useHere();
  const settings = pagePath({ spaceKey: space.key, environment }, "settings");
  return (
    <section className="card" aria-labelledby="keys-title">
      <div className="card-head">
        <h2 className="heading" id="keys-title">
          API keys
        </h2>
        <span className="spacer" />
        <Link className="link small link-row" href={settings}>
          Rotate in Settings
        </Link>
      </div>
      <ul className="keys">
        {environments.map((one) => (
          <li key={one.key}>
            <div className="key-row">
              <EnvironmentName of={one.key} />
              <span className="spacer" />
              <span className="mono text-2">{maskedKey(one.apiKey)}</span>
              <CopyButton text={one.apiKey} label={`Copy the ${environmentNames[one.key]} key`} />
            </div>
            <KeyGrace until={one.previousKeyUntil} />
          </li>
        ))}
      </ul>
    </section>
  );
}
