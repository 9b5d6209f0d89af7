/**
 * Words of other languages for the subjects of this catalog, whose pages are in English. A question in another language is read
 * by those of its words that are listed here. No listed word is also an English word.
 */

import { folded } from './words.ts';

/** Lines that begin with English words, followed by the German, French, Spanish, Chinese and Japanese words for them. */
const lexicon = `
  verifier gate: prüfer prüferin verificateur vérificateur verificador 验证者 检查者 検証者
  verify: prüfen überprüfen prüfung überprüfung verifizieren vérification verificar verificación comprobar 验证 检验 検証 確認
  review: begutachtung überprüfen revue relecture revisión revisar 审查 评审 审核 レビュー
  code: quelltext quellcode codigo código 代码 程序 コード
  bug fix: fehlerbehebung fehler beheben corriger bogue corrección corregir 修复 错误 缺陷 バグ修正 バグ 修正
  orchestrator: orquestador orquestadores orchestrateur orchestrateurs
  worker: arbeiter trabajador trabajadores travailleur travailleurs
  hierarchy: hierarchie hierarchien hiérarchie jerarquía
  router: verteiler enrutador aiguilleur routeur
  memory: gedächtnis mémoire memoria
  prompt: eingabeaufforderung
  injection: inyección einschleusung
  tool: werkzeug werkzeuge outil outils herramienta herramientas
  failure: scheitern scheitert échec échouent fallan fracaso
  pay off: lohnt lohnen conviene convient
  when: wann quand cuándo
  why: warum pourquoi
  test: prüfstand essais prueba pruebas 测试 テスト
  literature: littérature literatur literatura
  research: forschung recherche investigación investigacion 研究 调研 调查 リサーチ 調査
  literature review: literaturübersicht literaturrecherche bibliographie bibliografía 文献综述 文献
  source: quelle quellen fuente fuentes 来源 出典
  agent: agenten agente agentes 智能体 代理 エージェント
  team: mannschaft équipe equipe equipo equipos 团队 チーム
  debate: debatte streitgespräch débat discusión 辩论 討論 ディベート
  vote: abstimmung abstimmen scrutin votación 投票 表决
  planner plan: planung planen planification planifier planificación planificar 计划 规划 計画
  pattern: muster entwurfsmuster motif patrón patrones 模式 パターン
  cost: kosten kostet coût cout coûte coûtent coste costos cuesta cuestan 成本 费用 コスト 費用
  document: dokument dokumente documento documentos 文档 文件 文書 ドキュメント
  summary: zusammenfassung zusammenfassen resumé résumer resumen resumir 摘要 总结 要約
  translate: übersetzen übersetzung traduire traduction traducir traducción 翻译 翻訳
  contract: vertrag verträge contrat contrato contratos 合同 契約
  extract field: auslesen extrahieren extraire extraer extracción 提取 抽取 抽出
  invoice: rechnung rechnungen facture factures factura facturas 发票 請求書
  data: daten données donnees datos 数据 データ
  security: sicherheit sécurité securite seguridad 安全 セキュリティ
  attack: angriff attaque ataque 攻击 攻撃
  migration: migrieren migración 迁移 移行
  refactoring: umbau refonte refactorización 重构 リファクタリング
  incident alert: störung vorfall alarme incidente 事件 告警 故障 障害
  decide: entscheiden entscheidung décider décision decidir decisión 决定 决策 決定
  evidence: beleg belege nachweis preuve evidencia 证据 証拠
  evaluation judge: bewertung bewerten évaluation évaluer evaluación evaluar 评估 评价 評価
  human approval: freigabe genehmigung approbation aprobación 批准 审批 承認
  role: rolle rollen rôle papel 角色 役割
  how many: combien cuántos wieviele
  many: viele muchos beaucoup
  several: mehrere mehreren varios varias plusieurs
  choose: choisir elegir wählen auswählen
  compare: vergleichen comparer comparar
  customer: kunde kunden cliente clientes
  question: frage fragen pregunta preguntas
  answer: antworten antwort répondre respuesta responder
  mail: courriel correo correos
  : de del la el los las una une eine einen einer der das und mit für ist para por que les des du avec dans quel quelle
  : y o un ein eines einem dem den sich von zu zum zur auf bei oder wird werden usar uso utiliser verwenden ist sind hay esta cette
  : faut il faire necesito quiero veux besoin brauche ich wir wie welche comment cómo qué quoi cuál mon mes mein meine 的 を の
  glossary: glossar glossaire glosario 术语 词汇表 用語集
  signature: signatur unterschrift 签名 署名
  search: suche suchen chercher buscar búsqueda 搜索 検索
  write article: schreiben aufsatz rédiger redacción escribir 写作 文章 記事
  report: bericht berichte rapport rapports informe informes reporte 报告 レポート
  page: seite seiten página páginas
  long: lang lange langen langes langer largo larga largos
  cause: ursache ursachen causa causas 原因
  outage: ausfall ausfälle serverausfall serverausfalls panne pannes caída caídas 宕机
  find: finden trouver encontrar hallar 查找
  price: preis preise prix precio precios
  file: datei dateien fichier fichiers archivo archivos ファイル
  write: schreibt escribe écrire
  read: lesen liest lire leer
  website: webseite webseiten internetseite sitio
  error: fehlermeldung erreur erreurs errores
  better: besser mieux mejor
  begin: anfangen beginnen commencer empezar
  vote: voter stimmen votar
  answer: réponse réponses respuestas antwortet
  model: modell modelle modèle modèles modelo modelos
  same: gleiche gleichen gleicher derselbe même mêmes mismo misma mismos
  one: einzelner einzelnen einzigen seul seule único única
  more: mehr más davantage
  less: weniger moins menos
  when: lorsque cuando sobald
  meeting minutes: besprechung besprechungen sitzung protokoll réunion reunión acta actas
  expensive: teuer teurer teure cher chère chers caro cara caros
  cheap: billig billiger günstig barato barata
  discuss: diskutieren streiten discutir discuten discutan discuter
  useful: nützlich nützt sirve útil utile sert
  bill: ausgaben dépense dépenses gasto gastos
  reduce: senken sparen reduzieren réduire reducir ahorrar baisser
  swarm: schwarm essaim enjambre
  human: mensch menschen humain humains humano humanos personas
  transfer payment: überweisung überweisungen virement virements transferencia transferencias
  approve: freigeben genehmigen approuver valider aprobar
  before: bevor vorher avant antes
  act: handelt handeln agir actúa actuar
  task: aufgabe aufgaben tâche tâches tarea tareas
  work: arbeit travail trabajo
  work on: arbeiten travailler trabajar
  team member: mitarbeiter collègue compañero
  company: unternehmen firma entreprise empresa
  letter: briefe lettre lettres carta cartas
  law: recht gesetz gesetze loi lois ley leyes jurídico juridique
  clause: klausel klauseln clausule cláusula cláusulas
  bank account: konto konten compte comptes cuenta cuentas
  order: bestellung bestellungen commande commandes pedido pedidos
  complaint: beschwerde beschwerden réclamation réclamations queja quejas reclamación
  school: schule école escuela
  student: schüler schülerin élève élèves alumno alumnos estudiante estudiantes
  learn: lernen apprendre aprender
  explain: erkläre erklären expliquer explica explicar
  program: programm programme programa programas
  database: datenbank datenbanken
  table: tabelle tabellen tableau tableaux tabla tablas
  list: liste listen lista listas
  slow: langsam lente lento
  fast: schnell schneller rapide rapides rápido rápida
  safe: sicher sûr seguro segura
  reliable: zuverlässig fiable
  secret: geheim geheimnis
  private data: personenbezogene persönliche personnelles personales
  hospital: krankenhaus hôpital hospital
  newspaper: zeitung periódico
  quote: zitat zitate cita citas
  cite: zitieren citer citar
  book: buch bücher livre livres libro libros
  picture: bild bilder imagen imágenes
  check: kontrollieren nachprüfen contrôler revisa comprueba
  wrong: falsch faux incorrect incorrecto equivocado
  true: wahr stimmt vrai verdadero cierto
  study: studie studien étude études estudio estudios
  prove: beweisen beweis prouver demostrar demostración
  result: ergebnis ergebnisse résultat résultats resultado resultados
  context: kontext contexte contexto
  budget: presupuesto
  limit: grenze grenzen obergrenze límite límites
  step: schritt schritte étape étapes paso pasos
  parallel: gleichzeitig nebeneinander parallèle paralelo
  divide: aufteilen teilen partager diviser repartir dividir
  talk to one another: unterhalten sprechen parler hablar hablan
  help: hilft helfen hilfe aider ayuda ayudar
  install: installieren einrichten installer instalar
  start: starten démarrer arrancar iniciar
  stop: anhalten abbrechen arrêter detener parar
  use: benutzen benutze nutzen emplear
  user: benutzer nutzer utilisateur usuario usuarios
  key: schlüssel clé clés clave claves
  license: lizenz licencia
  new: neu neue neuen nouveau nouvelle nuevo nueva
  old: alte alten vieux ancien viejo antiguo
  big: groß große großen grande
  small: klein kleine kleinen petit petite pequeño pequeña
  lots of: hunderte tausende centaines milliers cientos miles
  week: woche wochen semaine semaines semana semanas
  day: tage jour jours día días
  year: jahr jahre année années año años
  : wer wo wenn weil nicht kein keine kann muss soll sollen statt ohne über nach vor mir mich uns unser unsere
  : qui où sans est sont être avoir peut doit notre nos leur leurs ce ces cela quels quelles vaut vais chaque tout tous toute
  : quién dónde cada todo todos todas nuestro nuestra puede debe tiene tengo ser estar mejorar este estos esas
  math reasoning: mathematik mathématiques matemáticas 数学 推理 数学問題
`;

/** The foreign words that become English words without their marks, and are then read as English. */
const isEnglish = new Set([
  'verification',
  'revision',
  'decision',
  'evaluation',
  'role',
  'resume',
  'resumen',
  'debat',
]);

/** The English words for each foreign word, by the word, by the word without its marks, and by the word with `ue` for `ü`. */
export const englishWords: ReadonlyMap<string, string> = new Map(
  lexicon
    .trim()
    .split('\n')
    .flatMap(line => {
      const [english = '', others = ''] = line.split(':');
      return others
        .trim()
        .split(/\s+/)
        .flatMap(word => [word, umlautsWritten(word), ...(isEnglish.has(folded(word)) ? [] : [folded(word)])])
        .filter(word => !isEnglish.has(word))
        .map(word => [word, english.trim()] as const);
    }),
);

function umlautsWritten(word: string): string {
  return word.replace(/[äöü]/g, letter => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter] ?? letter);
}

const longest = Math.max(...[...englishWords.keys()].map(word => word.length));
const unspaced = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u;
/** The article that French and Italian join to the next word. */
const elided = /(?<![\p{L}'’])[dl]['’](?=\p{L})/gu;
const word = /[\p{L}\p{N}]+/gu;
/** The beginning of a question that asks in another language for the meaning of a word. */
const asksWhat =
  /^[¿\s]*(?:was (?:ist|sind|bedeutet)|qu[ée] (?:es|son|significa)|qu['’]est[- ]ce qu(?:e |['’]))/u;

/** Replaces the foreign words in a question that are listed here by English words; all other words stay. */
export function inEnglish(question: string): string {
  return question
    .toLowerCase()
    .normalize('NFC')
    .replace(asksWhat, 'what is ')
    .replace(elided, '')
    .replace(word, found =>
      unspaced.test(found)
        ? ` ${segmented(found)} `
        : (englishWords.get(found) ?? englishWords.get(folded(found)) ?? folded(found)),
    );
}

/**
 * Divides a run of characters without spaces into the longest listed words, which it translates, and
 * the characters between these words.
 */
function segmented(run: string): string {
  const parts: string[] = [];
  let left = '';
  for (let at = 0; at < run.length; ) {
    const known = longestAt(run, at);
    if (known === undefined) {
      left += run[at];
      at += 1;
      continue;
    }
    parts.push(left, englishWords.get(known)!);
    left = '';
    at += known.length;
  }
  return [...parts, left].filter(part => part !== '').join(' ');
}

function longestAt(run: string, at: number): string | undefined {
  for (let length = Math.min(longest, run.length - at); length > 0; length -= 1) {
    const part = run.slice(at, at + length);
    if (englishWords.has(part)) return part;
  }
  return undefined;
}
