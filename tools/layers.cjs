/** Dependencies point one way: model ← client ← web, model ← server; routes → service → store; no cycles. */

const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: '^packages/', pathNot: allowed },
})

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    only('model-imports-nothing-of-ours', '^packages/model/', '^packages/model/'),
    only('client-imports-model', '^packages/client/', '^packages/(model|client)/'),
    only('server-imports-model', '^packages/server/', '^packages/(model|server)/'),
    only('web-imports-model-and-client', '^packages/web/', '^packages/(model|client|web)/'),
    only('simulator-imports-model-and-client', '^packages/simulator/', '^packages/(model|client|simulator)/'),
    {
      name: 'model-does-no-io',
      severity: 'error',
      from: { path: '^packages/model/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'stores-stay-in-their-room',
      comment:
        'Another room asks the service, never the store. Attributes are read by most rooms, on the message path too.',
      severity: 'error',
      from: { path: '^packages/server/src/([^/]+)/', pathNot: '(\\.test|testing|testing-http)\\.ts$' },
      to: {
        path: '^packages/server/src/[^/]+/.*-store\\.ts$',
        pathNot: ['^packages/server/src/$1/', 'attribute-store\\.ts$'],
      },
    },
    {
      name: 'routes-are-leaves',
      comment: 'Only main.ts and the room itself import routes.',
      severity: 'error',
      from: { path: '^packages/server/src/([^/]+)/', pathNot: '(\\.test|testing|testing-http)\\.ts$' },
      to: { path: '^packages/server/src/[^/]+/.*-routes\\.ts$', pathNot: '^packages/server/src/$1/' },
    },
    {
      name: 'only-storage-opens-the-database',
      comment:
        'Others go through storage.ts, store-maintenance.ts and relational.ts; open-storage.ts chooses the database.',
      severity: 'error',
      from: { path: '^packages/server/src/(?!storage/)', pathNot: '(\\.test|testing)\\.ts$' },
      to: { path: ['^packages/server/src/storage/sqlite/', '^node:sqlite$', '^(node:)?sqlite$'] },
    },
    {
      name: 'series-know-no-database',
      comment: 'The series engine works on what chunks.ts and roll-up-blocks.ts ask for, whatever database holds it.',
      severity: 'error',
      from: { path: '^packages/server/src/storage/series/', pathNot: '\\.test\\.ts$' },
      to: {
        path: [
          '^packages/server/src/storage/(?!series/|series\\.ts$|storage\\.ts$)',
          '^node:sqlite$',
          '^(node:)?sqlite$',
        ],
      },
    },
    {
      name: 'rule-nodes-touch-only-their-context',
      comment: 'Rule nodes get clock, timers, IDs, stores and everything else from their context.',
      severity: 'error',
      from: { path: '^packages/server/src/rule-chains/nodes/', pathNot: '(\\.test|testing)\\.ts$' },
      to: {
        pathNot: [
          '^packages/model/',
          '^packages/server/src/rule-chains/(nodes/|engine/rule-node\\.ts$)',
          '^packages/server/src/alarm-rules/',
          // Without effects: results of scripts, forms of values, schemas.
          '^packages/server/src/(scripts/script-results|storage/series/value-codec)\\.ts$',
          '^node_modules/typebox/',
          '^packages/server/src/(devices/device-directory|messages/(message|parsed-data)|rpc/device-calls)\\.ts$',
        ],
      },
    },
    {
      name: 'ui-knows-no-capability',
      comment: 'Pieces of the interface know texts and one another; what they do for a room comes by props.',
      severity: 'error',
      from: { path: '^packages/web/src/ui/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^packages/', pathNot: ['^packages/model/', '^packages/web/src/(ui|locale)/'] },
    },
    {
      name: 'pages-stand-apart',
      comment:
        'What two pages need is a room of its own, calls and queries included. The start page may be a dashboard.',
      severity: 'error',
      from: { path: '^packages/web/src/pages/([^/]+)/' },
      to: {
        path: '^packages/web/src/pages/',
        pathNot: ['^packages/web/src/pages/$1/', '^packages/web/src/pages/dashboards/dashboard-page\\.tsx$'],
      },
    },
    {
      name: 'pages-are-leaves',
      comment: 'Only the routes of the application load pages.',
      severity: 'error',
      from: { path: '^packages/web/src/', pathNot: '^packages/web/src/(pages|app)/' },
      to: { path: '^packages/web/src/pages/' },
    },
    {
      name: 'dashboards-know-no-type-of-widget',
      comment: 'Pages hand the registry of types to the dashboard.',
      severity: 'error',
      from: { path: '^packages/web/src/dashboards/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^packages/web/src/widgets/' },
    },
    {
      name: 'widgets-use-dashboards-by-one-file',
      severity: 'error',
      from: { path: '^packages/web/src/widgets/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^packages/web/src/dashboards/', pathNot: 'widget-api\\.ts$' },
    },
    {
      name: 'types-of-widgets-stand-apart',
      comment: 'What two types need lies beside the bundles: in files, or in a folder without a type.',
      severity: 'error',
      from: { path: '^packages/web/src/widgets/(.+)/[^/]+$' },
      to: {
        path: '^packages/web/src/widgets/.+/',
        pathNot: ['^packages/web/src/widgets/$1/', '^packages/web/src/widgets/(time-chart|device-control)/'],
      },
    },
    {
      name: 'types-of-widgets-come-by-the-registry',
      severity: 'error',
      from: { path: '^packages/web/src/', pathNot: ['^packages/web/src/widgets/', '\\.test\\.tsx?$'] },
      to: { path: '^packages/web/src/widgets/', pathNot: 'widget-registry\\.ts$' },
    },
    {
      name: 'no-orphan-imports',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
}
