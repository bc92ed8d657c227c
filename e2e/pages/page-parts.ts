/** Locators and actions for page tests. Names given as text match exactly. */

import type { Locator, Page } from 'playwright-core'

export const main = (page: Page): Locator => page.getByRole('main')

/** Entries of a page's list: table rows, or items on phones. The placeholders of a loading list don't count. */
export const entries = (page: Page): Locator => main(page).locator('.sd-row-name, .sd-list-item:not([aria-hidden])')

export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })

export const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

/** Drawer with an entity's details, next to the list. */
export const drawer = (page: Page, name: string): Locator => page.getByRole('complementary', { name, exact: true })

export const mainMenu = (page: Page): Locator => page.getByRole('navigation', { name: 'Main menu' })

/** Id of the entity in the open drawer. */
export const openId = (page: Page): string => new URL(page.url()).searchParams.get('open') ?? ''

/** Presses the first button of that name. */
export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click()

/** Opens an entity of a list. */
export const open = (page: Page, name: string): Promise<void> => nameIn(main(page), name).first().click()

/** Rows of the page's tables. */
export const rows = (page: Page): Locator => page.locator('tbody').getByRole('row')

/** Name of an entity in a list: a button that opens its details, or a link to its page. */
const nameIn = (place: Locator | Page, name: string): Locator =>
  place.getByRole('button', { name, exact: true }).or(place.getByRole('link', { name, exact: true }))

/** Row with that name. */
export const rowOf = (page: Page, name: string): Locator => rows(page).filter({ has: nameIn(page, name) })

/** Opens the menu of an entity in a list. */
export const openMenu = (page: Page, name: string): Promise<void> => press(page, `More: ${name}`)

/** Runs an action from the menu of an entity in a list. */
export async function choose(page: Page, name: string, action: string): Promise<void> {
  await openMenu(page, name)
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Makes a profile of a list the default one and checks the result. */
export async function makeDefault(page: Page, profile: string): Promise<void> {
  await choose(page, profile, 'Make default')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make default' }).click()
  await page
    .getByRole('row', { name: new RegExp(profile) })
    .getByText('Yes')
    .waitFor()
}
