sed -i -E "s/\bisAway\b/isUnavailable/g" services/admin/src/use-cases/{run-deletion,demo-batches,erase-account,ports}.ts services/admin/src/app.ts services/admin/src/adapters/event-admin.ts
sed -i "s#\`isAway\` in \`libs/event-bus/src/transactions/away.ts\`#\`isUnavailable\` in \`libs/event-bus/src/transactions/unavailable.ts\`#" docs/decisions/022-*.md
