/** Commands of the palette for the first device it found. */

import { BellRing, ChartLine, type LucideIcon, SquareTerminal } from 'lucide-react'
import type { Translate } from '../locale/texts.ts'
import { firstDevice, type PaletteGroup } from './palette-search.ts'

export interface DeviceAction {
  readonly label: string
  readonly icon: LucideIcon
  /** Search parameters of the device list. */
  readonly search: { readonly open: string; readonly tab: string }
}

const actions = [
  { tab: 'telemetry', label: 'shell.telemetryOf', icon: ChartLine },
  { tab: 'alarms', label: 'shell.alarmsOf', icon: BellRing },
  { tab: 'rpc', label: 'shell.rpcTo', icon: SquareTerminal },
] as const

export function deviceActions(groups: readonly PaletteGroup[] | undefined, t: Translate): readonly DeviceAction[] {
  const first = firstDevice(groups)
  if (!first) return []
  return actions.map(({ tab, label, icon }) => ({
    label: t(label, { name: first.name }),
    icon,
    search: { open: first.id, tab },
  }))
}
