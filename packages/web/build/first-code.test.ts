/**
 * Schemas stay out of what every visit loads: one constant imported from a module that builds schemas brings all of
 * TypeBox with it.
 */

import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const sources = resolve(import.meta.dirname, '../src')
const model = resolve(import.meta.dirname, '../../model/src')
const client = resolve(import.meta.dirname, '../../client/src')

/** Imports with values of a module; those of types alone are gone once it is built. */
const imports = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm
const onlyTypes = /^(?:import|export)\s+\{\s*(?:type\s+[\w$]+(?:\s+as\s+\w+)?\s*,?\s*)+\}/

function pathOf(specifier: string, from: string): string | null {
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  const [, name, path] = /^@sonde\/(model|client)\/(.+)$/.exec(specifier) ?? []
  return path === undefined ? null : join(name === 'model' ? model : client, `${path}.ts`)
}

/** Modules that come with these, each with the chain that leads to it. */
function loadedWith(entries: readonly string[]): Map<string, readonly string[]> {
  const chains = new Map<string, readonly string[]>(entries.map((entry) => [join(sources, entry), [entry]]))
  for (const [file, chain] of chains) {
    if (!/\.tsx?$/.test(file) || !existsSync(file)) continue
    for (const [statement, specifier = ''] of readFileSync(file, 'utf8').matchAll(imports)) {
      if (onlyTypes.test(statement)) continue
      const target = pathOf(specifier, file) ?? specifier
      if (!chains.has(target)) chains.set(target, [...chain, specifier])
    }
  }
  return chains
}

test('sign-in, the shell, dashboards and widgets load no schemas', () => {
  const loaded = loadedWith([
    'main.tsx',
    'pages/login/login-page.tsx',
    'shell/shell.tsx',
    'pages/dashboards/dashboard-page.tsx',
    'pages/home/home-page.tsx',
    ...globSync('widgets/**/type.tsx', { cwd: sources }),
  ])
  expect(loaded.size).toBeGreaterThan(200)
  expect(loaded.has('react')).toBe(true)
  expect(loaded.get('typebox')).toBeUndefined()
})
