/** The settings table of the README, generated from the definitions. */

import { type Setting, settings } from './settings.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|')

/** Markdown table of all settings. A test compares the README with it. */
export function settingsMarkdown(): string {
  const rows = Object.values(settings).map((each: Setting<unknown>) => {
    const cells = [
      `\`${each.name}\``,
      each.default === null ? '' : `\`${each.default}\``,
      each.type.allowed,
      each.description,
    ]
    return `| ${cells.map(cell).join(' | ')} |`
  })
  return ['| Setting | Default | Allowed | What it does |', '|---|---|---|---|', ...rows].join('\n')
}

const section = /(<!-- settings:[^>]*-->\n)[\s\S]*?(<!-- \/settings -->)/

/** Returns the text with an updated table between its markers. */
export const settingsSection = (text: string): string =>
  text.replace(section, (_, begin: string, end: string) => `${begin}${settingsMarkdown()}\n${end}`)
