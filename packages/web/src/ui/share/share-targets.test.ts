import { expect, test } from 'vitest'
import { isShareable, shareTargets } from './share-targets.ts'

test('links of this machine and of private networks are not handed on', () => {
  const local = ['', 'x', 'http://localhost:8080/d', 'http://127.0.0.1/d', 'http://10.0.0.7/d', 'http://192.168.1.4/d']
  expect(local.map(isShareable)).toEqual(local.map(() => false))
  expect(['http://172.20.0.1/', 'http://[::1]/', 'http://hub.local/', 'javascript:alert(1)'].some(isShareable)).toBe(
    false,
  )
  expect(isShareable('https://iot.example.org/dashboard/1?publicId=2')).toBe(true)
  expect(isShareable('http://172.32.0.1/d')).toBe(true)
})

test('each network is handed link and words, encoded', () => {
  const shared = { link: 'https://a.example/d?publicId=1&x=2', title: 'Level & flow', text: 'Live', hashTags: 'iot' }
  const urls = shareTargets.map(({ address }) => new URL(address(shared)))
  expect(urls.map(({ searchParams }) => searchParams.get('url') ?? searchParams.get('u'))).toEqual(
    shareTargets.map(() => shared.link),
  )
  expect(urls[1]?.searchParams.get('text')).toBe('Level & flow – Live')
  expect(urls[1]?.searchParams.get('hashtags')).toBe('iot')
})
