/**
 * Messages between the page and the frame of a widget whose type a user wrote. The code of the type has the frame for
 * itself and can send whatever it wants, so the page reads every message with `parseFromWidget`.
 */

import type { ActionPlace, FunctionFault } from './function-protocol.ts'
import { plainData } from './plain-data.ts'

type Json = Readonly<Record<string, unknown>>

/** Parts of the type. */
export interface WidgetCode {
  readonly html: string
  readonly css: string
  readonly script: string
  readonly resources: readonly { readonly url: string; readonly isModule: boolean }[]
}

/** `[ts, value]`, ascending; epoch ms. */
export type Points = readonly (readonly [ts: number, value: unknown])[]

/** A key of an entity, in the order of `ctx.data`. */
export interface WidgetKey {
  /** Index into the datasources. */
  readonly datasource: number
  readonly dataKey: Json
}

/** Everything that the widget sees. An update holds only what changed. */
export interface WidgetData {
  /** One per datasource and entity. */
  readonly datasources: readonly Json[]
  /** Comes with `datasources`. */
  readonly keys: readonly WidgetKey[]
  /** Points by index into `keys`. */
  readonly points: readonly (readonly [key: number, points: Points])[]
  /** `ctx` members that are data: settings, units, decimals, widgetConfig, texts of errors. */
  readonly members: Json
  readonly timeWindow: Json
  readonly place: ActionPlace
  readonly isEdit: boolean
  readonly isMobile: boolean
  /** Actions by source: what `ctx.actionsApi` lists. */
  readonly actions: Readonly<Record<string, readonly Json[]>>
  readonly look: WidgetLook
}

export interface WidgetLook {
  readonly scheme: string
  /** CSS variables of the theme. */
  readonly variables: Readonly<Record<string, string>>
}

/** `seq`: the frame answers with `done` when it's through. */
export type ToWidget =
  | { readonly kind: 'start'; readonly seq: number; readonly code: WidgetCode; readonly data: WidgetData }
  | { readonly kind: 'update'; readonly seq: number; readonly data: Partial<WidgetData> }
  | { readonly kind: 'ping'; readonly seq: number }
  /** Null: no error. */
  | { readonly kind: 'answer'; readonly call: number; readonly value: unknown; readonly error: string | null }

export type FromWidget =
  /** The frame and its files are loaded: code of the type runs now. */
  | { readonly kind: 'begins'; readonly seq: number }
  | { readonly kind: 'done'; readonly seq: number }
  /** `isFatal`: the widget didn't start. */
  | { readonly kind: 'fault'; readonly fault: FunctionFault; readonly isFatal: boolean }
  /** A resource of the type wasn't loaded. */
  | { readonly kind: 'resource'; readonly url: string }
  | { readonly kind: 'asks'; readonly call: number; readonly method: string; readonly args: readonly unknown[] }

/** Null: not a message of the runtime. */
export function parseFromWidget(data: unknown): FromWidget | null {
  if (!isRecord(data)) return null
  switch (data.kind) {
    case 'begins':
    case 'done':
      return isCount(data.seq) ? { kind: data.kind, seq: data.seq } : null
    case 'fault':
      return isRecord(data.fault)
        ? { kind: 'fault', fault: parseFault(data.fault), isFatal: data.isFatal === true }
        : null
    case 'resource':
      return { kind: 'resource', url: shortText(data.url, 500) }
    case 'asks': {
      const { call, method, args } = data
      if (!isCount(call) || typeof method !== 'string' || method.length > 60 || !Array.isArray(args)) return null
      const checked = plainOrNull(args)
      return checked ? { kind: 'asks', call, method, args: checked } : null
    }
    default:
      return null
  }
}

function parseFault({ kind, name, message, line, column }: Json): FunctionFault {
  return {
    kind: kind === 'notCompiled' ? 'notCompiled' : 'threw',
    name: shortText(name, 100) || 'Error',
    message: shortText(message, 500),
    line: isCount(line) ? line : null,
    column: isCount(column) ? column : null,
  }
}

/** Null: too large, too deep, or in a circle. */
function plainOrNull(args: readonly unknown[]): readonly unknown[] | null {
  try {
    return plainData(args) as readonly unknown[]
  } catch {
    return null
  }
}

const shortText = (value: unknown, lengthMax: number): string =>
  typeof value === 'string' ? value.slice(0, lengthMax) : ''
const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
