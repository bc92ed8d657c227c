import { expect, test } from 'vitest'
import { englishTexts } from '../../testing/render-page.tsx'
import { fileSize } from '../../ui/format/file-size.ts'
import { createFormat } from '../../ui/format/format.ts'
import { emptyPackage, type PackageDraft, packageErrors, tagOf, wirePackage, wireUpload } from './ota-input.ts'

const { t } = englishTexts().current
const file = new File(['firmware'], 'pump.bin')
const whole: PackageDraft = {
  ...emptyPackage({ value: 'p', label: 'Pumps' }),
  title: ' Pump ',
  version: '2.4.1',
  file,
}
const fieldErrors = (part: Partial<PackageDraft>) =>
  Object.entries(packageErrors({ ...whole, ...part }, t))
    .filter(([, words]) => words)
    .map(([field]) => field)

test('a package needs title, version, profile, and a file or a URL', () => {
  expect(fieldErrors({})).toEqual([])
  expect(fieldErrors({ title: ' ', version: '', profile: null, file: null })).toEqual([
    'title',
    'version',
    'profile',
    'file',
  ])
  expect(fieldErrors({ file: new File([], 'empty.bin') })).toEqual(['file'])
  expect(fieldErrors({ source: 'url', file: null })).toEqual(['url'])
  expect(fieldErrors({ source: 'url', file: null, url: 'https://a/b' })).toEqual([])
  expect(fieldErrors({ title: 'a'.repeat(256) })).toEqual(['title', 'tag'])
  expect(fieldErrors({ tag: 'a'.repeat(256) })).toEqual(['tag'])
})

test('a checksum has the digits of its algorithm, or is made', () => {
  const given = (checksum: string) => fieldErrors({ isGenerated: false, checksumAlgorithm: 'CRC32', checksum })
  expect(given('')).toEqual([])
  expect(given(' 0AF1b2C3 ')).toEqual([])
  expect(given('0AF1b2C')).toEqual(['checksum'])
  expect(given('0AF1b2Cx')).toEqual(['checksum'])
  expect(fieldErrors({ isGenerated: true, checksum: 'left behind' })).toEqual([])
  expect(
    wireUpload(file, { ...whole, isGenerated: false, checksumAlgorithm: 'CRC32', checksum: ' 0AF1b2C3 ' }),
  ).toEqual({
    fileName: 'pump.bin',
    checksumAlgorithm: 'CRC32',
    checksum: '0af1b2c3',
  })
  expect(wireUpload(file, { ...whole, checksumAlgorithm: 'MD5', checksum: 'left behind' })).toEqual({
    fileName: 'pump.bin',
    checksumAlgorithm: 'SHA256',
    checksum: undefined,
  })
})

test('the tag is title and version until somebody writes another; none is none', () => {
  expect(tagOf(whole)).toBe('Pump 2.4.1')
  expect(wirePackage(whole)).toEqual({
    title: 'Pump',
    version: '2.4.1',
    tag: 'Pump 2.4.1',
    type: 'FIRMWARE',
    deviceProfileId: { entityType: 'DEVICE_PROFILE', id: 'p' },
    usesUrl: false,
    url: null,
    additionalInfo: null,
  })
  expect(
    wirePackage({ ...whole, tag: '', source: 'url', url: ' https://a/b ', description: ' Old pumps ' }),
  ).toMatchObject({
    tag: null,
    usesUrl: true,
    url: 'https://a/b',
    additionalInfo: { description: 'Old pumps' },
  })
})

test('sizes of files are told in the unit that reads best', () => {
  const format = createFormat('en-US')
  const size = (bytes: number) => fileSize(bytes, t, format).replace('\u00a0', ' ')
  expect([1, 1023, 1536, 1024 * 1024 - 1, 250 * 1024 * 1024, 3.25 * 1024 ** 3].map(size)).toEqual([
    '1 byte',
    '1,023 bytes',
    '1.5 KB',
    '1 MB',
    '250 MB',
    '3.3 GB',
  ])
})
