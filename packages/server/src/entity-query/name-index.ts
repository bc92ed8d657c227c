/**
 * Which of many rows have a text as a part of their names: without looking at all of them.
 *
 * For every three characters in a row it is listed which rows have them; a search looks at the rows of the rarest three of
 * its text. A row has a place; when its names change it gets a new one, and the old one stays empty until the index is
 * made again.
 *
 * Characters beyond ASCII share lists with others: what is found there is looked at anyway.
 */

/** Units of UTF-16 that a list stands for. */
const gramLength = 3
const gramOf = (text: string, at: number): number =>
  ((text.charCodeAt(at) & 127) << 14) | ((text.charCodeAt(at + 1) & 127) << 7) | (text.charCodeAt(at + 2) & 127)

/** Empty slots beyond which a rebuild pays. */
const emptyMin = 1000

/** Places in ascending order. */
class Places {
  list = new Uint32Array(4)
  length = 0

  add(place: number) {
    // The same three characters may be in a text more than once.
    if (this.length > 0 && this.list[this.length - 1] === place) return
    if (this.length === this.list.length) {
      const grown = new Uint32Array(this.length * 2)
      grown.set(this.list)
      this.list = grown
    }
    this.list[this.length++] = place
  }
}

export class NameIndex<Row> {
  readonly #rows: (Row | null)[] = []
  readonly #texts: string[] = []
  readonly #placeOf = new Map<Row, number>()
  readonly #byGram = new Map<number, Places>()
  /** Grows with everything that is put in or taken out. */
  changes = 0

  /** Adds the row, or notes its new text. */
  put(row: Row, text: string): void {
    this.changes++
    const before = this.#placeOf.get(row)
    if (before !== undefined) {
      if (this.#texts[before] === text) return
      this.#empty(before)
    }
    const place = this.#rows.length
    this.#rows.push(row)
    this.#texts.push(text)
    this.#placeOf.set(row, place)
    for (let at = 0; at + gramLength <= text.length; at++) {
      const gram = gramOf(text, at)
      let places = this.#byGram.get(gram)
      if (!places) {
        places = new Places()
        this.#byGram.set(gram, places)
      }
      places.add(place)
    }
  }

  remove(row: Row): void {
    this.changes++
    const place = this.#placeOf.get(row)
    if (place === undefined) return
    this.#empty(place)
    this.#placeOf.delete(row)
  }

  #empty(place: number) {
    this.#rows[place] = null
    this.#texts[place] = ''
  }

  /** The text of a row; empty when it is not there. */
  textOf(row: Row): string {
    const place = this.#placeOf.get(row)
    return place === undefined ? '' : (this.#texts[place] as string)
  }

  has(row: Row): boolean {
    return this.#placeOf.has(row)
  }

  /** Whether so much of it is empty that it should be rebuilt. */
  get isWorn(): boolean {
    return this.#rows.length - this.#placeOf.size > this.#placeOf.size / 2 + emptyMin
  }

  /**
   * The rows whose text contains this one, when at most `looksMax` have to be looked at; null: more, or the text is too
   * short to be listed.
   */
  find(text: string, looksMax: number): Row[] | null {
    let rarest: Places | null = null
    for (let at = 0; at + gramLength <= text.length; at++) {
      const places = this.#byGram.get(gramOf(text, at))
      if (!places) return []
      if (!rarest || places.length < rarest.length) rarest = places
    }
    if (!rarest || rarest.length > looksMax) return null
    const found: Row[] = []
    for (let i = 0; i < rarest.length; i++) {
      const place = rarest.list[i] as number
      const row = this.#rows[place]
      if (row != null && (this.#texts[place] as string).includes(text)) found.push(row)
    }
    return found
  }

  /** All rows with their texts. */
  *entries(): Generator<readonly [Row, string]> {
    for (let place = 0; place < this.#rows.length; place++) {
      const row = this.#rows[place]
      if (row != null) yield [row, this.#texts[place] as string]
    }
  }
}
