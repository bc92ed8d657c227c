/** The documented table of settings, made from the one that is read. */

import { type Setting, settings } from './settings.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|')

/** A Markdown table; a test holds the README to it. */
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

/** A text with the table between its marks brought up to date. */
export const settingsSection = (text: string): string =>
  text.replace(section, (_, begin: string, end: string) => `${begin}${settingsMarkdown()}\n${end}`)
