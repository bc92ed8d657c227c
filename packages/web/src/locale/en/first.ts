/**
 * English messages that are there at the start: all of them. Where the client is built, those that are seen before the
 * first page stand here instead, and others come with the modules that show them (`build/split-texts.ts`).
 */

export { default } from './index.ts'
