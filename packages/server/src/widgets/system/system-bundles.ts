/**
 * The system's widget bundles: those whose types the web client draws itself, under the aliases of the wire, so that
 * imported dashboards find them (widgets.md §4). A test compares them with the client's own list.
 *
 * Templates and scripts are empty: the client knows these types by their alias.
 */

import type { WidgetDescriptor } from '@sonde/model/widgets/widget-type'
import { cards } from './cards.ts'
import { charts } from './charts.ts'
import { digitalGauges } from './digital-gauges.ts'
import type { SystemBundle, SystemType } from './system-type.ts'

export const systemBundles: readonly SystemBundle[] = [cards, charts, digitalGauges]

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

export function descriptorOf({ name, kind, size, settings, keySettings, config }: SystemType): WidgetDescriptor {
  const defaultConfig = {
    title: name,
    showTitle: true,
    datasources: [sample],
    ...(kind === 'timeseries' ? { timewindow: { realtime: { timewindowMs: 60_000 } } } : {}),
    settings: {},
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
    settingsSchema: settings,
    dataKeySettingsSchema: keySettings,
    defaultConfig: JSON.stringify(defaultConfig),
  }
}
