/**
 * The system's widget bundles: those whose types the web client draws itself, under the aliases of the wire, so that
 * imported dashboards find them. They are found by their place in the model: a folder with a `bundle.ts` is a bundle, each
 * other file in it declares types.
 *
 * Templates and scripts are empty: the client knows these types by their alias.
 */

import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { settingsForm } from '@sonde/model/widgets/settings-form'
import type { SystemBundle, SystemWidgetType } from '@sonde/model/widgets/system-widget'
import type { WidgetDescriptor } from '@sonde/model/widgets/widget-type'

export interface ShippedBundle extends SystemBundle {
  readonly types: readonly SystemWidgetType[]
}

const folder = dirname(fileURLToPath(import.meta.resolve('@sonde/model/widgets/system-widget')))

/** By alias; their types in their order. */
export async function systemBundles(): Promise<readonly ShippedBundle[]> {
  const places = globSync('*/bundle.ts', { cwd: folder }).map((path) => join(folder, dirname(path)))
  const bundles = await Promise.all(places.map(bundleIn))
  return bundles.sort((a, b) => compare(a.alias, b.alias))
}

async function bundleIn(place: string): Promise<ShippedBundle> {
  const files = globSync('*.ts', { cwd: place, exclude: ['bundle.ts', '*.test.ts'] })
  const [{ bundle }, ...modules] = await Promise.all([
    import(join(place, 'bundle.ts')) as Promise<{ bundle: SystemBundle }>,
    ...files.map((file) => import(join(place, file)) as Promise<{ types: readonly SystemWidgetType[] }>),
  ])
  const types = modules.flatMap(({ types }) => types)
  return { ...bundle, types: types.sort((a, b) => a.order - b.order || compare(a.alias, b.alias)) }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** A curve to look at where there is no device yet. */
const sample = {
  type: 'function',
  name: 'Sample',
  dataKeys: [
    {
      name: 'f(x)',
      type: 'function',
      label: 'Value',
      color: '#1f6f78',
      settings: {},
      funcBody: 'return 50 + 40 * Math.sin(time / 20000);',
    },
  ],
}

export function descriptorOf(type: SystemWidgetType): WidgetDescriptor {
  const { name, kind, size, settings, keySettings, preset, config } = type
  const defaultConfig = {
    title: name,
    showTitle: true,
    datasources: [sample],
    ...(kind === 'timeseries' ? { timewindow: { realtime: { timewindowMs: 60_000 } } } : {}),
    settings: preset ?? {},
    ...config,
  }
  return {
    type: kind,
    sizeX: size[0],
    sizeY: size[1],
    resources: [],
    templateHtml: '',
    templateCss: '',
    controllerScript: '',
    settingsSchema: JSON.stringify(settingsForm(settings, name, preset)),
    dataKeySettingsSchema: JSON.stringify(settingsForm(keySettings, name)),
    defaultConfig: JSON.stringify(defaultConfig),
  }
}
