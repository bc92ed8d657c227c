/** The limits table of the docs, generated from the definitions. */

import { bytesText, limitKeys, limitOf } from '@sonde/model/limits/limits'

const amount = (value: number, unit: string | undefined): string => {
  if (unit === 'bytes') return bytesText(value)
  return `${value.toLocaleString('en-US')}${unit === 'ms' ? ' ms' : ''}`
}

/** Markdown table of all limits. A test compares `docs/limits.md` with it. */
export function limitsMarkdown(): string {
  const rows = limitKeys.map((key) => {
    const { title, kind, unit, seconds, default: value, max, atLimit } = limitOf(key)
    const within = kind === 'rate' ? ` in ${seconds} s` : ''
    return `| \`${key}\` | ${title} | ${amount(value, unit)}${within} | ${amount(max, unit)} | ${atLimit} |`
  })
  return ['| Name | Limit | Default | Maximum | At the limit |', '|---|---|---|---|---|', ...rows].join('\n')
}

const section = /(<!-- limits:[^>]*-->\n)[\s\S]*?(<!-- \/limits -->)/

/** Returns the text with an updated table between its markers. */
export const limitsSection = (text: string): string =>
  text.replace(section, (_, begin: string, end: string) => `${begin}${limitsMarkdown()}\n${end}`)
