import { Link } from "wouter";
import { ToastStack } from "../frame/ToastStack.tsx";
import { Frameless } from "../parts/Frameless.tsx";

/** An address that names no page, Space or environment here; and what has just happened, which may be why. */
export function NotFound() {
  return (
    <>
      <Frameless title="Nothing at this address">
        <p>
          There is no such page, or its Space was renamed, was deleted, or belongs to an Organization that you
          are not a member of.
        </p>
        <Link href="/" className="btn btn-primary">
          Open your last Space
        </Link>
      </Frameless>
      <ToastStack />
    </>
  );
}
