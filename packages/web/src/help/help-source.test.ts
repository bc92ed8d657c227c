import { expect, test } from 'vitest'
import { readHelpPage } from './help-source.ts'

/** Fake server with the given files; any other path returns 404. */
function source(files: Readonly<Record<string, string>>, language = 'de_DE') {
  const requested: string[] = []
  const fetch = (async (url: string) => {
    requested.push(url)
    const text = files[url]
    return new Response(text ?? 'Not found', {
      status: text === undefined ? 404 : 200,
      headers: { 'content-type': 'text/markdown' },
    })
  }) as unknown as typeof globalThis.fetch
  const parts = { fetch, helpBaseUrl: '/assets', siteBaseUrl: 'https://sonde.example', language }
  return { requested, read: (page: string) => readHelpPage(parts, page) }
}

test('a page is read in the reader’s language', async () => {
  const { read } = source({ '/assets/help/de_DE/devices.md': '# Geräte', '/assets/help/en_US/devices.md': '# Devices' })
  expect(await read('devices')).toBe('# Geräte')
})

test('a page that is not in it is read in the default one, and one in none is nothing', async () => {
  const { read, requested } = source({ '/assets/help/en_US/devices.md': '# Devices' })
  expect(await read('devices')).toBe('# Devices')
  expect(requested).toEqual(['/assets/help/de_DE/devices.md', '/assets/help/en_US/devices.md'])
  expect(await read('nothing')).toBeUndefined()
})

test('what a page includes is put in, each part in the language that it is there in', async () => {
  const { read } = source({
    '/assets/help/de_DE/a.md': 'Vorher\n{% include parts/b %}\nNachher',
    '/assets/help/en_US/parts/b.md': 'Within {%include parts/c%}.',
    '/assets/help/en_US/parts/c.md': 'deep',
  })
  expect(await read('a')).toBe('Vorher\nWithin deep.\nNachher')
})

test('pages that include each other end', async () => {
  const { read } = source({
    '/assets/help/en_US/a.md': 'A{% include b %}',
    '/assets/help/en_US/b.md': 'B{% include a %}',
  })
  expect(await read('a')).toBe('AB')
})

test('variables become addresses', async () => {
  const text = '[Site](${' + 'siteBaseUrl}/x) ![](${' + 'helpBaseUrl}/help/images/a.png)'
  const { read } = source({ '/assets/help/en_US/a.md': text }, 'en_US')
  expect(await read('a')).toBe('[Site](https://sonde.example/x) ![](/assets/help/images/a.png)')
})

test('a name that is no page asks nobody', async () => {
  const { read, requested } = source({})
  for (const name of ['../secret', 'a//b', '', 'a?b', 'https://x']) expect(await read(name)).toBeUndefined()
  expect(requested).toEqual([])
})

test('a server that answers its own page, or fails, gives no help', async () => {
  const answer = (status: number, type: string) =>
    readHelpPage(
      {
        fetch: async () => new Response('<html>', { status, headers: { 'content-type': type } }),
        helpBaseUrl: '/assets',
        siteBaseUrl: '',
        language: 'en_US',
      },
      'devices',
    )
  expect(await answer(200, 'text/html; charset=utf-8')).toBeUndefined()
  await expect(answer(500, 'text/plain')).rejects.toThrow('500')
})
