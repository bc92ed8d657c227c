/**
 * Messages by key: `devices.title` is `title` in `en/devices.json`. A key that is not there does not compile.
 *
 * A language is loaded as one file, when it is needed. To add one: a folder beside `en` with the same files, and a line
 * in `languages`.
 */

import type dashboards from './en/dashboards.json'
import type devices from './en/devices.json'
import type home from './en/home.json'
import type login from './en/login.json'
import type shell from './en/shell.json'
import type telemetry from './en/telemetry.json'
import type ui from './en/ui.json'
import type widgets from './en/widgets.json'

interface Rooms {
  dashboards: typeof dashboards
  devices: typeof devices
  home: typeof home
  login: typeof login
  shell: typeof shell
  telemetry: typeof telemetry
  ui: typeof ui
  widgets: typeof widgets
}

export type MessageKey = {
  [R in keyof Rooms & string]: `${R}.${Extract<keyof Rooms[R], string>}`
}[keyof Rooms & string]

/** Message texts by room and name. */
export type Messages = Readonly<Record<string, Readonly<Record<string, string>>>>

interface Language {
  /** As speakers write it. */
  readonly name: string
  readonly load: () => Promise<{ default: Messages }>
}

export const languages: Readonly<Record<string, Language>> = {
  en: { name: 'English', load: () => import('./en/index.ts') },
}
export const defaultLanguage = 'en'

/** The best language that exists for what the user asks for, in this order; `en_US` and `en-US` are both understood. */
export function pickLanguage(
  wanted: readonly (string | null | undefined)[],
  exist: readonly string[] = Object.keys(languages),
): string {
  for (const tag of wanted) {
    if (!tag) continue
    const normal = tag.replace('_', '-').toLowerCase()
    const found = exist.find((language) => language.toLowerCase() === normal || language === normal.split('-')[0])
    if (found) return found
  }
  return defaultLanguage
}
