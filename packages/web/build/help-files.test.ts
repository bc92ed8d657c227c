/** The help pages as files: none missing, none forgotten, no link that leads nowhere. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentation, helpPages, helpParts } from '../src/help/help-pages.ts'
import { helpTarget } from '../src/help/help-target.ts'

const folder = join(import.meta.dirname, '../public/assets/help/en_US')
const docs = join(import.meta.dirname, '../../../docs')
const source = join(import.meta.dirname, '../src')

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.slice(0, -'.md'.length).replaceAll('\\', '/'))
const textOf = (page: string) => readFileSync(join(folder, `${page}.md`), 'utf8')
const links = (text: string) => [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => href)
const includes = (text: string) => [...text.matchAll(/\{%\s*include\s+([\w/-]+)\s*%\}/g)].map(([, name = '']) => name)

test('every page has its file, and every file is a page or a part', () => {
  expect(files.sort()).toEqual([...helpPages, ...helpParts].sort())
})

test('every chapter of the documentation that is offered is there', () => {
  const chapters = readdirSync(docs).map((file) => `docs/${file.replace(/\.md$/, '')}`)
  expect(documentation.filter((chapter) => !chapters.includes(chapter))).toEqual([])
})

test('every link leads to a page, and every part is included somewhere', () => {
  const lost = helpPages.flatMap((page) =>
    links(textOf(page))
      .filter((href) => helpTarget(page, href).kind !== 'page')
      .map((href) => `${page}: ${href}`),
  )
  expect(lost).toEqual([])
  const used = new Set(helpPages.flatMap((page) => includes(textOf(page))))
  expect([...used].sort()).toEqual([...helpParts].sort())
})

test('every page is listed in the contents, so that everybody finds it', () => {
  const listed = links(textOf('index')).map((href) => {
    const target = helpTarget('index', href)
    return target.kind === 'page' ? target.page : ''
  })
  expect(helpPages.filter((page) => page !== 'index' && !listed.includes(page))).toEqual([])
})

test('every help button of the code names a page that exists', () => {
  const named = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
    .flatMap((file) => [
      ...readFileSync(join(source, file), 'utf8').matchAll(/<(?:Page)?Help(?:Button|Panel)[^>]*page="([^"]+)"/g),
    ])
    .map(([, page = '']) => page)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((page) => !helpPages.includes(page as never))).toEqual([])
})

test('a page begins with its title and is short enough to be read beside the work', () => {
  for (const page of helpPages) {
    const text = textOf(page)
    expect(text, page).toMatch(/^# \S/)
    if (page !== 'index') expect(text.length, page).toBeLessThan(3000)
  }
})
