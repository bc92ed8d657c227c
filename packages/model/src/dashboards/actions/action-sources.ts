/** Where system widgets run actions. Widget types declare which of these sources they have; all have `headerButton`. */

import { own } from '../../own.ts'
import type { ActionSource } from './widget-action.ts'

export interface ActionSourceRules {
  /** Takes several actions; otherwise, only the first one runs. */
  readonly isMultiple: boolean
  /** Its actions can have a function that shows or hides them. */
  readonly hasCondition: boolean
}

const single = { isMultiple: false, hasCondition: false }
const several = { isMultiple: true, hasCondition: false }
const buttons = { isMultiple: true, hasCondition: true }

const rules: Readonly<Record<ActionSource, ActionSourceRules>> = {
  headerButton: buttons,
  actionCellButton: buttons,
  rowClick: single,
  rowDoubleClick: single,
  nodeSelected: single,
  elementClick: several,
  sliceClick: single,
  markerClick: single,
  polygonClick: single,
  circleClick: single,
  tooltipAction: several,
}

/** Rules of a source; those of a tenant's own widget types aren't known and allow several actions. */
export const sourceRules = (sourceId: string): ActionSourceRules => own(rules, sourceId) ?? several

export const isActionSource = (sourceId: string): sourceId is ActionSource => Object.hasOwn(rules, sourceId)
