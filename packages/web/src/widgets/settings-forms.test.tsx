import { normalizeWidget } from '@sonde/model/dashboards/normalize-widget'
import { defaultTimeWindow } from '@sonde/model/time-windows/time-window'
import { settingsForm } from '@sonde/model/widgets/settings-form'
import type { SystemBundle, SystemWidgetType } from '@sonde/model/widgets/system-widget'
import { cleanup } from '@testing-library/react'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readForm } from '../schema-form/read-form.ts'
import { SchemaForm } from '../schema-form/schema-form.tsx'
import {
  type FormField,
  groupsOf,
  type JsonFormData,
  type Path,
  sanitised,
  withEdited,
} from '../schema-form/schema-model.ts'
import { renderPage } from '../testing/render-page.tsx'
import { widgetTypes } from './widget-registry.ts'

const bundles = import.meta.glob<SystemBundle>('../../../model/src/widgets/*/bundle.ts', {
  eager: true,
  import: 'bundle',
})
const files = import.meta.glob<readonly SystemWidgetType[]>(
  ['../../../model/src/widgets/*/*.ts', '!../../../model/src/widgets/*/bundle.ts'],
  { eager: true, import: 'types' },
)

const declared = Object.entries(files).flatMap(([path, types]) => {
  const bundle = bundles[path.replace(/[^/]+$/, 'bundle.ts')]
  return types.map((type) => ({ bundleAlias: bundle?.alias ?? 'no bundle', ...type }))
})

/** The forms of a type's settings and of those of its keys, as the server sends them; those without fields are left out. */
function formsOf({ settings, keySettings, name, preset }: SystemWidgetType): readonly JsonFormData[] {
  const texts = [settingsForm(settings, name, preset), settingsForm(keySettings, name)].map((one) =>
    JSON.stringify(one),
  )
  return texts
    .map(readForm)
    .flatMap((form) => (form.kind === 'form' ? [form.data] : form.kind === 'none' ? [] : [null]))
    .map((form) => form ?? expect.fail(`${name} has a schema that can't be read.`))
}

const flat = (fields: readonly FormField[]): readonly FormField[] =>
  fields.flatMap((field) => [field, ...flat(field.fields)])

test('every system type has a form of its settings, with a label for each field', async () => {
  expect(declared).not.toEqual([])
  for (const type of declared) {
    for (const form of formsOf(type)) {
      const nameless = flat(groupsOf(form).flatMap(({ fields }) => fields)).filter(({ label }) => label.trim() === '')
      expect([type.alias, nameless]).toEqual([type.alias, []])
      await renderPage(<SchemaForm data={form} value={{}} onChange={() => expect.fail('Nothing was edited.')} />, {
        client: {},
      })
      for (const field of document.querySelectorAll<HTMLInputElement>('input, select, textarea'))
        expect([type.alias, field.ariaLabel ?? field.labels?.[0]?.textContent]).toEqual([
          type.alias,
          expect.stringMatching(/\S/),
        ])
      cleanup()
    }
  }
})

test('no settings make a type throw, whatever they hold and however they are edited', async () => {
  for (const { bundleAlias, alias, kind, settings } of declared) {
    const json = (value: unknown) => ({
      bundleAlias,
      typeAlias: alias,
      type: kind,
      config: { settings: value, datasources: [{ type: 'entity', dataKeys: [{ name: 'k', type: 'timeseries' }] }] },
    })
    const state = await widgetTypes.load(normalizeWidget('w', json({}), new Map()))
    if (state.kind !== 'ready') expect.fail(`${alias} is ${state.kind}.`)
    const names = Object.keys(settings.properties)
    if (names.length === 0) continue
    const anyPath = fc.tuple(fc.constantFrom(...names), fc.array(fc.oneof(fc.nat(2), fc.constantFrom('color', 'min'))))
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...names, 'unknown'), fc.jsonValue({ maxDepth: 2 })),
        fc.array(fc.tuple(anyPath, fc.jsonValue({ maxDepth: 2 })), { maxLength: 3 }),
        (before, edits) => {
          const schema = settingsForm(settings, alias).schema as JsonFormData['schema']
          const after = edits.reduce<unknown>(
            (value, [[first, rest], next]) =>
              withEdited(value, sanitised(schema, value), [first, ...rest] as Path, next) ?? {},
            before,
          )
          const widget = normalizeWidget('w', json(after), new Map())
          state.type.settings?.(widget)
          state.type.titleOf?.(widget)
          state.type.requests(widget, defaultTimeWindow(0))
          for (const { dataKeys } of widget.config.datasources)
            for (const key of dataKeys) state.type.keySettings?.({ ...key, settings: widget.config.settings })
        },
      ),
      { numRuns: 30 },
    )
  }
})
