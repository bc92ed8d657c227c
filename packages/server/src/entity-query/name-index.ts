/**
 * Trigram index of texts: finds the rows whose text contains a substring without examining all of them.
 *
 * For each sequence of three characters, the index lists the rows that contain it. A search examines the rows of the
 * rarest trigram of its text. Each row has a place, its position in the list of rows. A row whose text changes gets a
 * new place, and the old one stays empty until the index is rebuilt.
 *
 * Characters beyond ASCII share lists with others, which is harmless: every candidate's text is compared.
 */

/** UTF-16 units per trigram. */
const gramLength = 3
const gramOf = (text: string, at: number): number =>
  ((text.charCodeAt(at) & 127) << 14) | ((text.charCodeAt(at + 1) & 127) << 7) | (text.charCodeAt(at + 2) & 127)

/** Empty places tolerated, in addition to half the number of rows, before a rebuild. */
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
  /** Version: incremented by every put and remove. */
  changes = 0

  /** Adds the row or updates its text. */
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

  /** Text of a row; empty if the row isn't indexed. */
  textOf(row: Row): string {
    const place = this.#placeOf.get(row)
    return place === undefined ? '' : (this.#texts[place] as string)
  }

  has(row: Row): boolean {
    return this.#placeOf.has(row)
  }

  /** Whether so many places are empty that the index should be rebuilt. */
  get isWorn(): boolean {
    return this.#rows.length - this.#placeOf.size > this.#placeOf.size / 2 + emptyMin
  }

  /**
   * Finds the rows whose text contains this one. null: more than `looksMax` rows would have to be examined, or the text
   * is shorter than a trigram.
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
