import "./pairing.css";
import { Monitor, Smartphone, Tablet, Tv, X } from "lucide-react";
import type { Device } from "../../core/pairing.ts";
import { unreadWords } from "../api/api-problem.ts";
import { useConsole } from "../page/console-context.ts";
import { useHere } from "../page/use-here.ts";
import { useHidden } from "../page/use-list.ts";
import { useEveryPage } from "../page/use-route.ts";
import { IconButton } from "../parts/Button.tsx";
import { ProblemLine } from "../parts/Field.tsx";
import { Icon } from "../parts/Icon.tsx";
import { ago, quotedIfBlank } from "../text/format.ts";
import { realNow } from "../text/platform-clock.ts";

/** An app that is open asks every few seconds: after this many ms without a word it sleeps. */
const asleepAfter = 15_000;

/** Paired devices, newest first, read anew every `every` ms. */
export const useDevices = (every: number) => useEveryPage("listDevices", {}, { refetchInterval: every });

/** The devices that are paired, with what they run, each to be disconnected. */
export function DeviceList() {
  const { data, error } = useDevices(3000);
  const hidden = useHidden();
  const devices = data?.filter(({ id }) => !hidden.has(id));
  if (error !== null && data === undefined)
    return <ProblemLine>{unreadWords("The devices", error)}</ProblemLine>;
  if (devices === undefined) return null;
  if (devices.length === 0) return <p className="direction">No phone or TV is paired.</p>;
  return (
    <ul className="devs">
      {devices.map((device) => (
        <DeviceRow key={device.id} device={device} />
      ))}
    </ul>
  );
}

function DeviceRow({ device: { id, name, lastSeenAt, sdk, userId } }: { readonly device: Device }) {
  const { removals, client, queries } = useConsole();
  const { canEdit } = useHere();
  const isAwake = lastSeenAt !== null && realNow() - Date.parse(lastSeenAt) < asleepAfter;
  const state = isAwake ? (
    <span className="truncate">{quotedIfBlank(userId ?? (sdk === null ? "connected" : "a visitor"))}</span>
  ) : lastSeenAt === null ? (
    "not seen yet"
  ) : (
    `asleep, ${ago(lastSeenAt, new Date(realNow()))}`
  );
  const disconnect = () =>
    removals.offer({
      key: id,
      said: `Disconnected “${name}”`,
      refused: `“${name}” is still connected.`,
      remove: (options) => client.call("deleteDevice", { params: { deviceId: id }, ...options }),
      drop: () => queries.refetchQueries({ queryKey: ["listDevices"] }),
    });
  return (
    <li>
      <Icon of={iconOf(name)} />
      <span className="truncate">{name}</span>
      <span className="end">
        {sdk !== null && (
          <span className="dev-sdk">
            {sdk.name} {sdk.version}
          </span>
        )}
        {state}
        <span
          className={`dot ${isAwake ? "ok" : ""}`}
          {...(isAwake && { role: "img", "aria-label": "connected" })}
        />
        {canEdit && <IconButton icon={X} label={`Disconnect ${name}`} onClick={disconnect} />}
      </span>
    </li>
  );
}

function iconOf(name: string) {
  if (/tv|roku/i.test(name)) return Tv;
  if (/tablet|ipad/i.test(name)) return Tablet;
  return /phone/i.test(name) ? Smartphone : Monitor;
}
