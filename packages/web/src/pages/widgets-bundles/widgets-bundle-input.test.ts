import type { WidgetTypeDetails } from '@sonde/model/widgets/widget-type'
import type { WidgetsBundle } from '@sonde/model/widgets/widgets-bundle'
import { expect, test } from 'vitest'
import { englishTexts } from '../../testing/render-page.tsx'
import { mayChange } from './widgets-bundle-calls.ts'
import {
  draftOfWidgetsBundle,
  exportedWidgetsBundle,
  importedWidgetsBundle,
  widgetsBundleFields,
  wireWidgetsBundle,
} from './widgets-bundle-input.ts'

const { t } = englishTexts().current
const bundle = {
  id: { entityType: 'WIDGETS_BUNDLE', id: 'b' },
  createdTime: 5,
  tenantId: { entityType: 'TENANT', id: 't' },
  alias: 'gauges',
  title: 'Gauges',
  image: null,
  description: 'Round ones',
} as unknown as WidgetsBundle
const typeOf = (name: string, createdTime: number) =>
  ({
    id: { id: name },
    createdTime,
    tenantId: bundle.tenantId,
    bundleAlias: 'gauges',
    alias: name.toLowerCase(),
    name,
    image: null,
    description: null,
    descriptor: { type: 'latest', controllerScript: 'x' },
  }) as unknown as WidgetTypeDetails

test('title and description are checked at both sides of their borders; the alias stays', () => {
  const fieldErrors = (over: object) =>
    widgetsBundleFields.fieldErrorsOf({ ...widgetsBundleFields.empty, title: 'x', ...over }, t)
  expect(fieldErrors({ title: ' ' }).title).toBe('Enter a title.')
  expect([
    fieldErrors({ title: 'x'.repeat(255) }).title,
    fieldErrors({ description: 'x'.repeat(255) }).description,
  ]).toEqual([undefined, undefined])
  expect(fieldErrors({ title: 'x'.repeat(256) }).title).toBeTruthy()
  expect(fieldErrors({ description: 'x'.repeat(256) }).description).toBeTruthy()
  expect(wireWidgetsBundle({ ...draftOfWidgetsBundle(bundle), title: 'Dials' }, bundle)).toMatchObject({
    alias: 'gauges',
    title: 'Dials',
  })
})

test('a file holds the bundle and its types in the order in which they were made, and comes back', () => {
  const file = JSON.parse(JSON.stringify(exportedWidgetsBundle(bundle, [typeOf('Second', 2), typeOf('First', 1)])))
  expect(JSON.stringify(file)).not.toMatch(/"(id|tenantId|createdTime|bundleAlias)"/)
  const imported = importedWidgetsBundle(file, t)
  expect(imported.bundle).toEqual({ title: 'Gauges', alias: 'gauges', image: null, description: 'Round ones' })
  expect(imported.types.map(({ name }) => name)).toEqual(['First', 'Second'])
  expect(imported.types[0]?.descriptor).toEqual({ type: 'latest', controllerScript: 'x' })
})

test('a file without a bundle, or with a type that is none, is refused in words', () => {
  for (const wrong of [null, {}, { widgetsBundle: { title: 'x' } }, { widgetsBundle: {}, widgetTypes: [] }]) {
    expect(() => importedWidgetsBundle(wrong, t)).toThrow('This file isn’t a widget bundle')
  }
  const broken = { widgetsBundle: { title: 'x' }, widgetTypes: [typeOf('Good', 1), { name: 'Bad' }] }
  expect(() => importedWidgetsBundle(broken, t)).toThrow('Widget 2 of this file')
})

test('each changes one’s own bundles', () => {
  const ofSystem = { tenantId: { entityType: 'TENANT', id: '13814000-1dd2-11b2-8080-808080808080' } } as const
  expect([mayChange(bundle, 'TENANT_ADMIN'), mayChange(ofSystem, 'TENANT_ADMIN')]).toEqual([true, false])
  expect([mayChange(bundle, 'SYS_ADMIN'), mayChange(ofSystem, 'SYS_ADMIN')]).toEqual([false, true])
})
