/**
 * The handler of receipts without a database: our own listener, but whatever would be recorded is accepted at once and
 * forgotten. It shows how many could be answered if only reading, checking and writing took time.
 *
 * It runs in the environment of a server, and knows the key of the tickets that this server issued.
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { pino } from 'pino';
import { trustsProxyOf } from '../../../server/admission/client.ts';
import { openGatekeeper } from '../../../server/admission/gatekeeper.ts';
import { branches } from '../../../server/api/routes.ts';
import { readDist } from '../../../server/catalog/dist.ts';
import { securityHeaders } from '../../../server/catalog/security-headers.ts';
import { makeSite } from '../../../server/catalog/site.ts';
import { requestListener } from '../../../server/http/app.ts';
import { publicNames } from '../../../server/http/public-name.ts';
import { readConfig } from '../../../server/process/config.ts';
import { openService } from '../../../server/process/service.ts';
import { openLiveSettings } from '../../../server/ticket-service/live-settings.ts';
import { openTicketService } from '../../../server/ticket-service/open-service.ts';
import type { ReceiptStore } from '../../../server/ticket-store/receipt.ts';

const forgetful: ReceiptStore = {
  redeem: async ({ form, outcome, model_precision: modelPrecision, accepted_at: at, digest }) => ({
    verdict: 'accepted',
    accepted: {
      subjectKind: 'pattern',
      subject: 'amber-relay-p0',
      cohort: 'visitor',
      stage: 'limited',
      form,
      outcome,
      modelPrecision,
      acceptedAt: at,
      digest,
    },
  }),
};

const config = readConfig();
const log = pino({ level: config.logLevel });
const surroundings = { now: Date.now, randomBytes };
const service = await openService(config, log, surroundings);
const onError = (err: unknown) => log.error({ err });
const settings = await openLiveSettings(service.store, async () => {}, onError);
const store = { tickets: service.store.tickets, receipts: forgetful };
const common = securityHeaders(config.baseUrl ?? config.defaultBaseUrl);
const site = makeSite(await readDist(config.distDir), common);
const trust = trustsProxyOf(config.trustProxy);
const { authenticate, tenant } = service;
const context = {
  ...service,
  ...surroundings,
  site: () => site,
  common,
  publicNames: publicNames(site.baseUrl, config.host),
  health: () => ({ pages: site.pages.size, draining: false, canSearch: true, databaseAnswers: true }),
  ticketService: openTicketService({ store, settings, ...surroundings, onError }),
  trustsProxy: trust,
  gatekeeper: openGatekeeper({ authenticate, authenticateNow: tenant.authenticate }, config.traffic, trust),
  log,
};
createServer(requestListener(context, branches)).listen(config.port, config.host);
