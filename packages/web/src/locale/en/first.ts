/**
 * English messages loaded at startup: all of them during development. The build replaces this module by the messages
 * that are visible before the first page; others are loaded with the modules that show them (`build/split-texts.ts`).
 */

export { default } from './index.ts'
