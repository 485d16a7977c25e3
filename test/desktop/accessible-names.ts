import { execFileSync } from "node:child_process";
import { join } from "node:path";

const powershell = `
Add-Type -AssemblyName UIAutomationClient, UIAutomationTypes
$of = New-Object System.Windows.Automation.PropertyCondition([System.Windows.Automation.AutomationElement]::ProcessIdProperty, [int]$env:SEEN_PID)
$root = [System.Windows.Automation.AutomationElement]::RootElement
foreach ($window in $root.FindAll([System.Windows.Automation.TreeScope]::Children, $of)) {
  $window.Current.Name
  $all = [System.Windows.Automation.Condition]::TrueCondition
  foreach ($one in $window.FindAll([System.Windows.Automation.TreeScope]::Descendants, $all)) { $one.Current.Name }
}`;

const appleScript = `
tell application "System Events"
  set found to first process whose unix id is (system attribute "SEEN_PID" as integer)
  set names to {}
  repeat with one in windows of found
    set end of names to name of one as text
    repeat with each in entire contents of one
      try
        set end of names to (name of each as text) & " " & (value of each as text)
      end try
      try
        set end of names to description of each as text
      end try
    end repeat
  end repeat
  set AppleScript's text item delimiters to linefeed
  return names as text
end tell`;

const ways: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  linux: ["python3", join(import.meta.dirname, "accessible-names.py")],
  darwin: ["osascript", "-e", appleScript],
  win32: ["powershell.exe", "-NoProfile", "-Command", powershell],
};

/**
 * What a screen reader could say of a process's windows, a line each: the system's own accessibility tree, since the installed app
 * lets nobody look into its pages otherwise. Empty where there is no window yet.
 */
export function accessibleNames(pid: number): string {
  const way = ways[process.platform];
  if (way === undefined) throw new Error(`Nobody knows how ${process.platform} tells what is on the screen.`);
  const [program, ...args] = way;
  const env = { ...process.env, SEEN_PID: String(pid) };
  try {
    return execFileSync(program, args, { env, encoding: "utf8", timeout: 50_000, maxBuffer: 64_000_000 });
  } catch (error) {
    // A page that changes while it is walked is walked once more by who waits.
    return `(${error instanceof Error ? error.message.split("\n")[0] : error})`;
  }
}
