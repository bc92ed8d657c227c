/**
 * Draft of the settings dialog: only what the user changed, so that settings that the dashboard doesn't have stay unset,
 * and its commands.
 */

import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import {
  addRightLayout,
  type Command,
  removeRightLayout,
  setGridSettings,
  setSettings,
} from '@sonde/model/dashboards/editing/commands'
import type { EditableDashboard } from '@sonde/model/dashboards/editing/editable-dashboard'
import { partAt, withoutMembers } from '@sonde/model/dashboards/editing/json-path'
import { together } from '@sonde/model/dashboards/editing/state-commands'
import { isJsonObject } from '@sonde/model/dashboards/json-parts'

export type LayoutId = 'main' | 'right'

export interface SettingsDraft {
  readonly settings: JsonObject
  readonly hasRight: boolean
  readonly grids: Readonly<Record<LayoutId, JsonObject>>
}

export const hasRightLayout = ({ configuration }: EditableDashboard, stateId: string): boolean =>
  isJsonObject(partAt(configuration, ['states', stateId, 'layouts']).right)

export const startDraft = (dashboard: EditableDashboard, stateId: string): SettingsDraft => ({
  settings: {},
  hasRight: hasRightLayout(dashboard, stateId),
  grids: { main: {}, right: {} },
})

/** Sets a member of the changes; a value that equals the one before, by its meaning, is no change. */
export const withChanged = (changes: JsonObject, name: string, value: unknown, before: unknown): JsonObject =>
  value === before ? withoutMembers(changes, [name]) : { ...changes, [name]: value }

interface NumberRange {
  readonly min: number
  readonly max: number
}

/** Numbers of a grid and their limits in the dialog. */
export const gridNumbers = {
  columns: { min: 10, max: 1000 },
  margin: { min: 0, max: 50 },
  mobileRowHeight: { min: 5, max: 200 },
} as const satisfies Readonly<Record<string, NumberRange>>

export type GridNumber = keyof typeof gridNumbers

/** The number if the text is one that the grid can have; otherwise the text, with which the draft can't be applied. */
export function typedNumber(text: string, name: GridNumber): number | string {
  const { min, max } = gridNumbers[name]
  const number = Number(text)
  return text.trim() !== '' && Number.isInteger(number) && number >= min && number <= max ? number : text
}

/** Layout with a number that can't be applied; null: there is none. */
export const faultyLayout = ({ grids, hasRight }: SettingsDraft): LayoutId | null =>
  (['main', 'right'] as const).find(
    (layoutId) =>
      (layoutId === 'main' || hasRight) &&
      Object.keys(gridNumbers).some((name) => typeof grids[layoutId][name] === 'string'),
  ) ?? null

/** The dashboard with the layouts of the draft, but without its other changes. */
export const withLayouts = (dashboard: EditableDashboard, stateId: string, { hasRight }: SettingsDraft) =>
  hasRight === hasRightLayout(dashboard, stateId)
    ? dashboard
    : (hasRight ? addRightLayout(stateId) : removeRightLayout(stateId)).apply(dashboard)

/** The draft as one command; null if it changes nothing. */
export function commandOf(dashboard: EditableDashboard, stateId: string, draft: SettingsDraft): Command | null {
  const { settings, hasRight, grids } = draft
  const commands: Command[] = []
  if (hasRight !== hasRightLayout(dashboard, stateId)) {
    commands.push(hasRight ? addRightLayout(stateId) : removeRightLayout(stateId))
  }
  for (const layoutId of ['main', 'right'] as const) {
    const isThere = layoutId === 'main' || hasRight
    if (isThere && Object.keys(grids[layoutId]).length > 0) {
      commands.push(setGridSettings({ stateId, layoutId }, grids[layoutId]))
    }
  }
  if (Object.keys(settings).length > 0) commands.push(setSettings(settings))
  const [first] = commands
  if (!first) return null
  const isOneKind = commands.every(({ label }) => label.kind === first.label.kind)
  return together(isOneKind ? first.label : setSettings({}).label, commands)
}
