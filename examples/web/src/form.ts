import { useEffect, useState } from "react";

/** Of what kind the screen is: sizes, keys and the beam's way follow. */
export type Form = "phone" | "desktop" | "tv";

const forms: readonly string[] = ["phone", "desktop", "tv"];
const query = new URLSearchParams(location.search);

function formNow(): Form {
  const asked = query.get("form") ?? "";
  if (forms.includes(asked)) return asked as Form;
  return innerWidth < 700 ? "phone" : innerWidth < 1600 ? "desktop" : "tv";
}

/** `?form=`, else by the width. Written on the document, where the styles read it. */
export function useForm(): Form {
  const [form, setForm] = useState(formNow);
  useEffect(() => {
    const look = () => {
      setForm(formNow());
      fit(formNow());
    };
    addEventListener("resize", look);
    return () => removeEventListener("resize", look);
  }, []);
  document.documentElement.dataset.form = form;
  fit(form);
  return form;
}

/** A TV's page is drawn for 1920 points across; many tell of fewer. */
function fit(form: Form): void {
  document.documentElement.style.zoom = form === "tv" && innerWidth < 1920 ? String(innerWidth / 1920) : "";
}

const wanted = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether nothing is to travel: the system's setting, or `?motion=reduced`. */
export function useReducedMotion(): boolean {
  const asked = query.get("motion") === "reduced";
  const [isReduced, setReduced] = useState(wanted.matches);
  useEffect(() => {
    const look = () => setReduced(wanted.matches);
    wanted.addEventListener("change", look);
    return () => wanted.removeEventListener("change", look);
  }, []);
  document.documentElement.dataset.motion = isReduced || asked ? "reduced" : "full";
  return isReduced || asked;
}
