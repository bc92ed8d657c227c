/** Another page of rows is read from its top: who pressed "Next page" stood at the end of the one before. */

import { type RefObject, useEffect, useRef } from 'react'

/**
 * Scrolls `page`, and the table in it, to the top when other rows are asked for and have come.
 *
 * @param rowsOf What the shown rows are of; undefined before the first have come. The same rows anew scroll nothing.
 */
export function useTopOfRows(page: RefObject<HTMLElement | null>, rowsOf: string | undefined): void {
  const before = useRef(rowsOf)
  useEffect(() => {
    const isOther = before.current !== undefined && before.current !== rowsOf
    before.current = rowsOf
    if (!isOther || !page.current) return
    for (const box of [page.current, ...page.current.querySelectorAll('.sd-table-box')]) box.scrollTop = 0
  }, [page, rowsOf])
}
