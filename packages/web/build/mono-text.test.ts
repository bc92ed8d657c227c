import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sources = join(import.meta.dirname, '../src')

test('code shows the characters as they are typed: every rule with the monospaced font is without ligatures', () => {
  const rules = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) => readFileSync(join(sources, file), 'utf8').split('}'))
    // `font` resets the ligatures, so each rule needs its own line.
    .filter((rule) => /font(-family)?:[^;]*var\(--sd-font-mono\)/.test(rule))
  expect(rules.length).toBeGreaterThan(5)
  expect(rules.filter((rule) => !rule.includes('font-variant-ligatures: none'))).toEqual([])
})
