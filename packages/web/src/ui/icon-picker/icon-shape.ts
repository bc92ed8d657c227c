/** What an icon is drawn from, in a square of 24 by 24. The build writes it; see `build/icon-sets.ts`. */

/** A part of an icon that is more than an opaque outline. */
export interface IconPath {
  readonly d: string
  readonly fillOpacity?: number
  readonly fillRule?: 'evenodd'
}

/** The data of its one path, or its paths one above the other. */
export type IconShape = string | readonly IconPath[]

/** Shapes by name. A former name of an icon has `=` and its present name instead. */
export type IconShard = Readonly<Record<string, IconShape>>

/** All shapes, cut into files that are loaded when one of their icons is drawn. */
export interface IconShards {
  /** The first name of each, in the order of the alphabet: a name is in the last one that begins before it. */
  readonly first: readonly string[]
  readonly load: readonly (() => Promise<{ readonly default: IconShard }>)[]
}

/** Names that are offered, separated by spaces; those of MDI without their prefix, each with `;other;names` of it. */
export interface IconNames {
  readonly material: string
  readonly mdi: string
}
