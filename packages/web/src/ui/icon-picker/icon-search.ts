/** Searches icons by typed text: parts of names in any order, best match first. */

import type { IconNames } from './icon-shape.ts'

export interface NamedIcon {
  readonly name: string
  /** The name and its aliases, as lowercase words. */
  readonly words: readonly string[]
}

/** Characters that separate words in names and in the search text. */
const separators = /[\s_:;-]+/g
const inWords = (text: string) => text.toLowerCase().replaceAll(separators, ' ').trim()

const namedIcon = (name: string, others: readonly string[] = []): NamedIcon => ({
  name,
  words: [name, ...others].map(inWords),
})

/** Icons without aliases. */
export const namedIcons = (names: readonly string[]): readonly NamedIcon[] => names.map((name) => namedIcon(name))

/** All icons: first the Material set, then MDI. */
export const allIcons = ({ material, mdi }: IconNames): readonly NamedIcon[] => [
  ...namedIcons(material.split(' ')),
  ...mdi.split(' ').map((entry) => {
    const [name = '', ...others] = entry.split(';')
    return namedIcon(`mdi:${name}`, others)
  }),
]

/** Rank of a match, lower is better; null: no match. */
function distance(
  { words: [own = '', ...others] }: NamedIcon,
  wanted: string,
  parts: readonly string[],
): number | null {
  const plain = own.startsWith('mdi ') ? own.slice('mdi '.length) : own
  if (plain === wanted || own === wanted) return 0
  if (others.includes(wanted)) return 1
  if (plain.startsWith(wanted) || own.startsWith(wanted)) return 2
  if (` ${own}`.includes(` ${wanted}`)) return 3
  if (parts.every((part) => own.includes(part))) return 4
  return others.some((other) => parts.every((part) => other.includes(part))) ? 5 : null
}

/** Returns all icons in their original order if the search is empty. */
export function searchIcons(icons: readonly NamedIcon[], typed: string): readonly NamedIcon[] {
  const wanted = inWords(typed)
  if (wanted === '') return icons
  const parts = wanted.split(' ')
  const byDistance: NamedIcon[][] = [[], [], [], [], [], []]
  for (const icon of icons) {
    const far = distance(icon, wanted, parts)
    if (far !== null) byDistance[far]?.push(icon)
  }
  return byDistance.flat()
}
