import { expect, test } from 'vitest'
import { englishTexts } from '../../../testing/render-page.tsx'
import { base64Of, emptyResource, resourceErrors, wireResource } from './resource-input.ts'

const { t } = englishTexts().current
const model = new File(['<LWM2M/>'], 'Model.XML')
const store = new File(['bytes'], 'keys.jks')

test('files must be of their kind, hold something and be within bounds; only models need no title', () => {
  const fieldErrors = (part: Partial<typeof emptyResource>) => resourceErrors({ ...emptyResource, ...part }, t)
  expect(fieldErrors({}).files).toBe('Choose a file.')
  expect(fieldErrors({ files: [model, model] })).toEqual({})
  expect(fieldErrors({ files: [model, store] }).files).toBe('Choose a file that ends in .xml. keys.jks doesn’t.')
  expect(fieldErrors({ files: [new File([], 'a.xml')] }).files).toBe('a.xml is empty.')
  const large = new File([new Uint8Array(1024 * 1024 + 1)], 'large.xml')
  expect(fieldErrors({ files: [large] }).files).toBe('large.xml is larger than 1\u00a0MB.')
  expect(fieldErrors({ resourceType: 'JKS', files: [store] }).title).toBe('Enter a title.')
  expect(fieldErrors({ resourceType: 'PKCS_12', title: 'Keys', files: [store] }).files).toMatch('.p12, .pfx')
})

test('a file is sent as Base64, with a title where it is no model', async () => {
  expect(await wireResource({ ...emptyResource, title: 'not sent' }, model)).toEqual({
    resourceType: 'LWM2M_MODEL',
    fileName: 'Model.XML',
    data: btoa('<LWM2M/>'),
  })
  expect(await wireResource({ resourceType: 'JKS', title: ' Keys ', files: [] }, store)).toMatchObject({
    title: 'Keys',
  })
  const bytes = new Uint8Array(100_001).map((_, index) => index)
  expect(base64Of(bytes)).toBe(btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')))
})
