/**
 * System widget bundles: those whose types the web client renders natively, under the aliases of ThingsBoard, so that
 * imported dashboards find them. They are found by location in the model: each folder with a `bundle.ts` is a bundle,
 * and each other file in it declares types.
 *
 * Templates and scripts are empty: the client identifies these types by alias.
 */

import { dirname } from 'node:path'
import { settingsForm } from '@sonde/model/widgets/settings-form'
import type { SystemBundle, SystemWidgetType } from '@sonde/model/widgets/system-widget'
import type { WidgetDescriptor } from '@sonde/model/widgets/widget-type'
import { type Modules, modulesIn } from '../../modules-in.ts'

export interface ShippedBundle extends SystemBundle {
  readonly types: readonly SystemWidgetType[]
}

/** Bundles sorted by alias, with their types in order. */
export async function systemBundles(): Promise<readonly ShippedBundle[]> {
  const modules = await modulesIn(new URL('../../../../model/src/widgets/', import.meta.url), '*/*.ts')
  const folders = new Set(Object.keys(modules).map(dirname))
  return [...folders].map((folder) => bundleIn(folder, modules)).sort((a, b) => compare(a.alias, b.alias))
}

function bundleIn(folder: string, modules: Modules): ShippedBundle {
  const { bundle } = modules[`${folder}/bundle.ts`] as { readonly bundle: SystemBundle }
  const types = Object.entries(modules)
    .filter(([path]) => dirname(path) === folder && path !== `${folder}/bundle.ts`)
    .flatMap(([, module]) => (module as { readonly types: readonly SystemWidgetType[] }).types)
  return { ...bundle, types: types.sort((a, b) => a.order - b.order || compare(a.alias, b.alias)) }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Sample data source for widgets without a device. */
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
  const { name, kind, size, settings, keySettings, preset, config, parameters } = type
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
    ...(parameters && { typeParameters: parameters }),
  }
}
