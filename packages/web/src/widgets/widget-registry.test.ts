import { normalizeWidget } from '@sonde/model/dashboards/normalize-widget'
import type { SystemBundle, SystemWidgetType } from '@sonde/model/widgets/system-widget'
import { expect, test } from 'vitest'
import { widgetTypes } from './widget-registry.ts'

const bundles = import.meta.glob<SystemBundle>('../../../model/src/widgets/*/bundle.ts', {
  eager: true,
  import: 'bundle',
})
const files = import.meta.glob<readonly SystemWidgetType[]>(
  ['../../../model/src/widgets/*/*.ts', '!../../../model/src/widgets/*/bundle.ts'],
  { eager: true, import: 'types' },
)

test('every type that the model declares is drawn, and reads its settings without faults', async () => {
  const declared = Object.entries(files).flatMap(([path, types]) => {
    const bundle = bundles[path.replace(/[^/]+$/, 'bundle.ts')]
    return types.map((type) => [bundle?.alias ?? 'no bundle', type] as const)
  })
  expect(declared).not.toEqual([])
  for (const [bundleAlias, { alias, kind, preset = {} }] of declared) {
    const json = { bundleAlias, typeAlias: alias, type: kind, config: { settings: preset } }
    const widget = normalizeWidget('w', json, new Map())
    const state = await widgetTypes.load(widget)
    expect([alias, state.kind]).toEqual([alias, 'ready'])
    if (state.kind === 'ready') expect(state.type.settings?.(widget).faults ?? []).toEqual([])
  }
})
